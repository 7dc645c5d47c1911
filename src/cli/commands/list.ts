import { openStore } from '../../store/index.ts';
import { readSettings } from '../engine/read-settings.ts';
import type { Engine } from '../engine/open-engine.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { parseCount } from '../parse-arguments.ts';
import { listStoredStudies } from '../studies/stored-study.ts';
import { readStanding } from '../studies/study-standing.ts';
import type { StudyStanding } from '../studies/ask-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ListOptions {
  readonly limit: number;
}

/** `doeflow list`: the studies of the store, newest first, and how each stands. */
export const verb: DefineVerb = (command, context) => {
  command
    .option('--limit <n>', 'at most so many, the newest', parseCount, 50)
    .action(async (options: ListOptions) => {
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = (await listStoredStudies(store)).slice(0, options.limit);
      const engine = await openEngineIfUp(context);
      try {
        const open = engine === undefined ? new Set<string>() : await listOpenStudies(engine);
        const standings: StudyStanding[] = [];
        for (const study of stored) {
          // Only open studies cost a question; closed ones are read from the store.
          const isClosed = study.ended !== undefined && !open.has(study.studyId);
          standings.push(await readStanding(isClosed ? undefined : engine, study));
        }
        context.output.show({
          json: standings.map(toRow),
          human:
            standings.length === 0
              ? [
                  { kind: 'text', lines: ['No study yet.'] },
                  { kind: 'next', commands: ['doeflow init my-study'] },
                ]
              : [
                  {
                    kind: 'table',
                    head: ['study', 'status', 'runs', 'done', 'failed', 'started'],
                    rows: standings.map((standing) => {
                      const row = toRow(standing);
                      return [
                        row.studyId,
                        row.status,
                        String(row.runs?.total ?? ''),
                        String(row.runs?.done ?? ''),
                        String(row.runs?.failed ?? ''),
                        row.createdAt,
                      ];
                    }),
                    right: [2, 3, 4],
                  },
                ],
          quiet: standings.map(({ stored: { studyId } }) => studyId).join('\n'),
        });
      } finally {
        await engine?.close();
      }
    });
};

/** Ids of the studies with an open workflow, as Temporal's list shows them: it may lag by a moment. */
async function listOpenStudies(engine: Engine): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const query = 'WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"';
  for await (const { memo } of engine.temporalClient.workflow.list({ query })) {
    if (typeof memo?.['studyId'] === 'string') open.add(memo['studyId']);
  }
  return open;
}

function toRow({ stored, progress, trouble }: StudyStanding) {
  return {
    studyId: stored.studyId,
    name: stored.snapshot.studyName,
    status: progress?.state ?? (trouble === undefined ? 'Running' : `unknown: ${trouble}`),
    runs: progress?.runs ?? null,
    createdAt: stored.snapshot.createdAt,
  };
}
