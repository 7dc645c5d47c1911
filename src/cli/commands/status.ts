import { isStudyOver } from '../../run/run-state.ts';
import { openStore } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { readSettings } from '../engine/read-settings.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import type { View } from '../output/view.ts';
import { findStudy } from '../studies/find-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import type { StudyStatus } from '../studies/study-status.ts';
import { countWords } from '../watch/render-frame.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow status`: the status of a study, once. */
export const verb: DefineVerb = (command, context) => {
  command.argument('<study>', startedStudyHelp).action(async (reference: string) => {
    const settings = readSettings(context);
    const store = await openStore(settings.storeDirectory);
    const stored = await findStudy(store, reference);
    const other = otherPlatformOf(stored, platformOfSettings(settings));
    if (other !== undefined && mayBeOpen(stored)) context.output.warn(other);
    const engine = await openEngineIfUp(context);
    try {
      const status = await readStudyStatus(engine, stored);
      const uiUrl = engine === undefined ? undefined : uiLink(engine, stored.snapshot.studyName);
      context.output.show(describeStatus(status, uiUrl));
    } finally {
      await engine?.close();
    }
  });
};

function describeStatus(status: StudyStatus, uiUrl: string | undefined): View {
  const { stored, progress, trouble } = status;
  const { studyId, snapshot } = stored;
  const state = progress?.state ?? 'Running';
  const over = progress !== undefined && isStudyOver(progress.state);
  return {
    json: {
      studyId,
      name: snapshot.studyName,
      status: state,
      createdAt: snapshot.createdAt,
      runs: progress?.runs ?? null,
      activity: progress?.activity ?? null,
      jobs: progress?.jobs ?? [],
      failures: progress?.failures ?? [],
      notes: progress?.notes ?? [],
      trouble: trouble ?? null,
      ui: uiUrl ?? null,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', progress?.state ?? trouble ?? state],
          ['started', snapshot.createdAt],
          ...(progress === undefined
            ? []
            : ([
                ['runs', countWords({ progress, runsInside: new Map() })],
                ...(over ? [] : [['now', progress.activity] as const]),
                ...progress.failures.map(
                  ({ reason, count }) => ['failed', `${count}x ${reason}`] as const,
                ),
                ...progress.notes.map((note) => ['note', note] as const),
              ] as const)),
          ...(uiUrl === undefined ? [] : [['Temporal UI', uiUrl] as const]),
        ],
      },
      ...(progress === undefined || over || progress.jobs.length === 0
        ? []
        : [
            { kind: 'text', lines: [''] } as const,
            {
              kind: 'table',
              head: ['job', 'runs', 'phase', 'platform', 'id'],
              rows: progress.jobs.map((job) => [
                String(job.jobNumber),
                String(job.runs),
                job.phase,
                job.platformStatus ?? '',
                job.jobId ?? '',
              ]),
              right: [0, 1],
            } as const,
          ]),
      {
        kind: 'next',
        commands: over ? [`doeflow results ${studyId}`] : [`doeflow watch ${studyId}`],
      },
    ],
    quiet: state,
  };
}
