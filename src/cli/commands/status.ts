import { isStudyOver, withdrawnRuns } from '../../run/run-state.ts';
import { openStore } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { costSoFarText, costText } from '../cost-text.ts';
import { readSettings } from '../engine/read-settings.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import type { View } from '../output/view.ts';
import { findStudy } from '../studies/find-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import { keepWhatWasPaid } from '../studies/study-loss.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { readStudyCost, type StudyCost } from '../studies/read-cost.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import type { StudyStatus } from '../studies/study-status.ts';
import { countWords } from '../watch/render-frame.ts';
import { troubleRows } from '../watch/trouble-words.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow status`: the status of a study, once. */
export const verb: DefineVerb = (command, context) => {
  command.argument('<study>', startedStudyHelp).action(async (reference: string) => {
    const settings = readSettings(context);
    const store = await openStore(settings.storeDirectory);
    const stored = await findStudy(store, reference);
    const other = otherPlatformOf(stored, platformOfSettings(settings));
    if (other !== undefined && mayBeOpen(stored)) context.output.warn(other);
    const { engine, trouble } = await lookForEngine(context);
    try {
      const status = await readStudyStatus(engine, stored, trouble);
      const uiUrl = engine === undefined ? undefined : uiLink(engine, stored.snapshot.studyName);
      const over = status.progress !== undefined && isStudyOver(status.progress.state);
      // Its price is asked of the platform that the study is on, and of no other.
      const asked = other === undefined ? engine : undefined;
      const cost = await readStudyCost(store, status.stored, asked, over);
      context.output.show(describeStatus(status, cost, uiUrl, context.now()));
    } finally {
      await engine?.close();
    }
  });
};

function describeStatus(
  status: StudyStatus,
  cost: StudyCost,
  uiUrl: string | undefined,
  now: Date,
): View {
  const { stored, progress, trouble, troubles, loss } = status;
  const { studyId, snapshot } = stored;
  const state = progress?.state ?? loss?.status ?? 'Running';
  const over = progress !== undefined && isStudyOver(progress.state);
  return {
    json: {
      studyId,
      name: snapshot.studyName,
      status: state,
      createdAt: snapshot.createdAt,
      runs:
        progress === undefined
          ? null
          : { ...progress.runs, withdrawn: withdrawnRuns(progress.state, progress.runs) },
      cost,
      activity: progress?.activity ?? null,
      jobs: progress?.jobs ?? [],
      failures: progress?.failures ?? [],
      notes: progress?.notes ?? [],
      unknown: trouble ?? null,
      jobsLeft: loss?.jobsLeft ?? [],
      trouble: troubles,
      ui: uiUrl ?? null,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', progress?.state ?? trouble ?? state],
          ['started', snapshot.createdAt],
          ...(loss === undefined
            ? []
            : [['to do', keepWhatWasPaid(studyId, loss.jobsLeft)] as const]),
          ...(progress === undefined
            ? []
            : ([
                ['runs', countWords({ progress, runsInside: new Map() })],
                ...(cost.low === null
                  ? []
                  : [
                      [
                        'cost',
                        cost.basis === 'final' ? costText(cost) : costSoFarText(cost),
                      ] as const,
                    ]),
                ...(over ? [] : [['now', progress.activity] as const]),
                ...progress.failures.map(
                  ({ reason, count }) => ['failed', `${count}x ${reason}`] as const,
                ),
                ...progress.notes.map((note) => ['note', note] as const),
              ] as const)),
          ...troubleRows(troubles, now),
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
        commands:
          over || loss !== undefined
            ? [`doeflow results ${studyId}`]
            : [`doeflow watch ${studyId}`],
      },
    ],
    quiet: state,
  };
}
