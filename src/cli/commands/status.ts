import { isStudyOver, withdrawnRuns } from '../../run/run-state.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { mergeTroubles } from '../../run/trouble.ts';
import { openStore, readAttempts } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { costSoFarText, costText } from '../cost-text.ts';
import { readSettings } from '../engine/read-settings.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import type { View } from '../output/view.ts';
import { findStudy } from '../studies/find-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import {
  clusterWords,
  createClusterReader,
  endClusterWords,
  sharedWords,
  goOnWords,
  type ClusterLeft,
} from '../studies/clusters-left.ts';
import { troublesOfClusters } from '../studies/troubles-of-clusters.ts';
import { createJobReader, goesOn, jobWords, type JobLeft } from '../studies/jobs-left.ts';
import { keepWhatWasPaid, lossWords } from '../studies/study-loss.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { createPriceReader, readStudyCost, type StudyCost } from '../studies/read-cost.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import type { StudyStatus } from '../studies/study-status.ts';
import { countSubmitted, countWords, type SubmittedRuns } from '../watch/count-words.ts';
import { tellLeftOn } from '../studies/tell-left-on.ts';
import { causesOf, type FailureCause } from '../watch/study-facts.ts';
import { readRunsUnderWay } from '../watch/runs-repeated.ts';
import { failedWord, failuresOf, tellCauses } from '../watch/tell-causes.ts';
import { splitFailed } from '../watch/watch-state.ts';
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
      const failed = status.progress?.runs.failed ?? 0;
      const folder = store.study(stored.studyId);
      const repeated = status.progress?.runs.repeated ?? 0;
      const underWay = repeated > 0 ? await readRunsUnderWay(folder) : undefined;
      const causes = failed === 0 ? [] : causesOf(await readAttempts(folder), underWay);
      const uiUrl = engine === undefined ? undefined : uiLink(engine, stored.snapshot.studyName);
      const over = status.progress !== undefined && isStudyOver(status.progress.state);
      // Its price is asked of the platform that the study is on, and of no other.
      const asked =
        other === undefined && engine !== undefined ? createPriceReader(engine) : undefined;
      const cost = await readStudyCost(store, status.stored, asked, over);
      const clusters = await createClusterReader(store, settings, engine).read(stored);
      const isWorkedOn = status.loss === undefined && status.isIdle !== true;
      const jobs = isWorkedOn ? [] : await createJobReader(store, settings, engine).read(stored);
      const held = engine === undefined ? [] : await troublesOfClusters(engine, stored, clusters);
      const troubles = mergeTroubles([...status.troubles, ...held]);
      const now = context.now();
      const seen = { ...status, troubles };
      context.output.show(describeStatus(seen, { causes, cost, clusters, jobs, uiUrl, now }));
      await tellLeftOn(context, store, stored.studyId);
    } finally {
      await engine?.close();
    }
  });
};

function describeStatus(
  status: StudyStatus,
  {
    causes,
    cost,
    clusters,
    jobs,
    uiUrl,
    now,
  }: {
    readonly causes: readonly FailureCause[];
    readonly cost: StudyCost;
    readonly clusters: readonly ClusterLeft[];
    /** Of a study that nobody works on. */
    readonly jobs: readonly JobLeft[];
    readonly uiUrl: string | undefined;
    readonly now: Date;
  },
): View {
  const { stored, progress, trouble, troubles, loss, waits } = status;
  const { studyId, snapshot } = stored;
  const state = progress?.state ?? loss?.status ?? (waits === true ? 'Waiting' : 'Running');
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
          : {
              ...progress.runs,
              repeated: progress.runs.repeated ?? 0,
              stopped: splitFailed(progress).stopped,
              ...submittedOf(status, progress),
              withdrawn: withdrawnRuns(progress.state, progress.runs),
            },
      cost,
      clusters,
      activity: progress?.activity ?? null,
      jobs: progress?.jobs ?? [],
      failures: progress?.failures ?? [],
      causes,
      notes: progress?.notes ?? [],
      unknown: trouble ?? null,
      jobsLeft: jobs,
      trouble: troubles,
      ui: uiUrl ?? null,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', progress?.state ?? (loss === undefined ? trouble : lossWords(loss)) ?? state],
          ['started', snapshot.createdAt],
          ...(loss === undefined ? [] : [['to do', keepWhatWasPaid(studyId, jobs)] as const]),
          ...(progress === undefined
            ? []
            : ([
                ['runs', countWords({ progress, runsInside: new Map(), ...status.inside })],
                ...costRows(cost),
                ...(over ? [] : [['now', progress.activity] as const]),
                ...failureRows(progress, causes),
                ...progress.notes.map((note) => ['note', note] as const),
              ] as const)),
          ...jobRows(status, jobs),
          ...clusterRows(status, clusters),
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
            : [waits === true ? `doeflow stop ${studyId}` : `doeflow watch ${studyId}`],
      },
    ],
    quiet: state,
  };
}

/** Jobs that go on while no engine is up, and what ends them; those of a lost study are told with what there is to do. */
function jobRows(
  { stored: { studyId }, isIdle, loss }: StudyStatus,
  jobs: readonly JobLeft[],
): readonly (readonly [string, string])[] {
  const going = isIdle === true ? jobs.filter(goesOn) : [];
  if (going.length === 0) return [];
  return [
    ...going.map((job) => ['job', jobWords(job)] as const),
    [
      'to do',
      `nobody works on the study: ${goOnWords(studyId, 'its jobs', loss === undefined ? 'watch' : 'resume')}`,
    ],
  ];
}

/** What goes on costing, and who ends it. */
function clusterRows(
  { stored: { studyId }, progress, isIdle, loss }: StudyStatus,
  clusters: readonly ClusterLeft[],
): readonly (readonly [string, string])[] {
  const isLeft = loss !== undefined || (progress !== undefined && isStudyOver(progress.state));
  return clusters.flatMap((cluster) => [
    ['cluster', clusterWords(cluster)] as const,
    ...(isIdle === true
      ? [['to do', `nobody works on the study: ${goOnWords(studyId)}`] as const]
      : isLeft
        ? [sharedRow(cluster) ?? (['to do', endClusterWords(cluster)] as const)]
        : []),
  ]);
}

/** It is somebody else's business. */
function sharedRow(cluster: ClusterLeft): readonly [string, string] | undefined {
  const words = sharedWords(cluster);
  return words === undefined ? undefined : ['shared', words];
}

function costRows(cost: StudyCost): readonly (readonly [string, string])[] {
  if (cost.low === null) return [];
  return [['cost', cost.basis === 'final' ? costText(cost) : costSoFarText(cost)]];
}

/** Causes that are shown; `doeflow logs` has the others. */
const shownCauses = 5;

/** Failed runs by cause, where the store has them; else by reason. */
function failureRows(
  progress: StudyProgress,
  causes: readonly FailureCause[],
): readonly (readonly [string, string])[] {
  const told = tellCauses(progress, causes, shownCauses);
  const words =
    told === undefined
      ? failuresOf(progress).map(({ reason, count }) => `${count}x ${reason}`)
      : [...told.words, ...(told.more > 0 ? [`${told.more} more`] : [])];
  return words.map((text) => [failedWord(progress), text] as const);
}

function submittedOf(
  { inside }: StudyStatus,
  progress: StudyProgress,
): Omit<SubmittedRuns, 'ended'> {
  const { running, waiting } = countSubmitted({ progress, runsInside: new Map(), ...inside });
  return { running, waiting };
}
