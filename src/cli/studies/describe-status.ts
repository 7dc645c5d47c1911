/** The status of one study, as people and programs see it. */
import { isStudyOver } from '../../run/run-state.ts';
import { withoutStopped } from '../../run/stopped-runs.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { amendmentWords, type AmendedRevision } from '../../store/index.ts';
import { costSoFarText, costText } from '../../study/cost-text.ts';
import type { View } from '../output/view.ts';
import {
  clusterWords,
  endClusterWords,
  endUnansweredWords,
  sharedWords,
  goOnWords,
  type ClusterLeft,
} from './clusters-left.ts';
import { goesOn, jobWords, type JobLeft } from './jobs-left.ts';
import { keepWhatWasPaid, lossWords } from './study-loss.ts';
import type { TellingOfEvent } from '../../notify/index.ts';
import { tellingJson, tellingRows } from '../notify/telling-rows.ts';
import { type StudyCost } from './read-cost.ts';
import { budgetWords, type StudyBudget } from './read-budget.ts';
import { activityWords, notesNow, waysOfPause } from './pause-words.ts';
import { runsJson } from './runs-json.ts';
import { isUnanswered, type StudyStatus } from './study-status.ts';
import { countSubmitted, countWords, type SubmittedRuns } from '../watch/count-words.ts';
import { jobJson } from './job-json.ts';
import { collectedJson, collectedWords, type CollectedCounts } from './read-collected.ts';
import { type FailureCause } from '../../run/failure-causes.ts';
import { failedWord, failuresOf, tellCauses } from '../watch/tell-causes.ts';
import { troubleRows } from '../watch/trouble-words.ts';

/** What `doeflow status` shows. */
export function describeStatus(
  status: StudyStatus,
  {
    causes,
    collected,
    cost,
    budget,
    clusters,
    jobs,
    uiUrl,
    studiesUrl,
    tellings = [],
    amendments = [],
    outstanding,
    now,
  }: {
    readonly causes: readonly FailureCause[];
    /** What the store has, where the study itself can't tell. */
    readonly collected: CollectedCounts | undefined;
    readonly cost: StudyCost;
    /** Absent where its cost has no limit. */
    readonly budget?: StudyBudget | undefined;
    readonly clusters: readonly ClusterLeft[];
    /** Of a study that nobody works on. */
    readonly jobs: readonly JobLeft[];
    readonly uiUrl: string | undefined;
    /** The Temporal UI's list of studies, where it has one. */
    readonly studiesUrl?: string | undefined;
    /** Who was to be told of it. */
    readonly tellings?: readonly TellingOfEvent[];
    /** By which its owner amended it, the oldest first. */
    readonly amendments?: readonly AmendedRevision[];
    /** What is left to do of them, as a sentence. */
    readonly outstanding?: string | undefined;
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
              ...runsJson(progress),
              ...submittedOf(status, progress),
            },
      collected: collected === undefined ? null : collectedJson(collected),
      cost,
      budget: budget ?? null,
      amendments: amendments.map(({ revision, createdAt, amendment }) => ({
        ...{ revision, at: createdAt, by: amendment.by, why: amendment.why ?? null },
        changes: amendment.changes,
      })),
      clusters,
      activity: progress?.activity ?? null,
      jobs: (progress?.jobs ?? []).map(jobJson),
      failures: withoutStopped(progress?.failures ?? []),
      causes,
      notes: progress?.notes ?? [],
      unknown: trouble ?? null,
      jobsLeft: jobs,
      trouble: troubles,
      notifications: tellings.map(tellingJson),
      ui: uiUrl ?? null,
      uiOfAll: studiesUrl ?? null,
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
            ? collected === undefined
              ? []
              : [['runs', collectedWords(collected)] as const]
            : ([
                ['runs', countWords({ progress, runsInside: new Map(), ...status.inside })],
                ...costRows(cost),
                ...(over ? [] : [['now', activityWords(progress, budget, studyId)] as const]),
                ...failureRows(progress, causes),
                ...notesNow(progress, budget).map((note) => ['note', note] as const),
              ] as const)),
          ...(budget === undefined ? [] : [['budget', budgetWords(budget)] as const]),
          ...amendments.map((one) => ['amended', amendmentWords(one)] as const),
          ...(outstanding === undefined ? [] : [['to do', outstanding] as const]),
          ...jobRows(status, jobs),
          ...clusterRows(status, clusters),
          ...idleRows(status, clusters.length + jobs.filter(goesOn).length),
          ...troubleRows(troubles, now),
          ...tellingRows(tellings),
          ...(uiUrl === undefined ? [] : [['Temporal UI', uiUrl] as const]),
          ...(studiesUrl === undefined ? [] : [['all studies', studiesUrl] as const]),
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
            : waits === true
              ? [`doeflow stop ${studyId}`]
              : (waysOfPause(progress, budget, studyId) ?? [`doeflow watch ${studyId}`]),
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

/** What to do about a study that nobody works on, where nothing of it goes on on the platform. */
function idleRows(
  { stored: { studyId }, isIdle, loss, troubles }: StudyStatus,
  left: number,
): readonly (readonly [string, string])[] {
  if (isIdle !== true || loss !== undefined || left > 0 || troubles.length > 0) return [];
  const ways = `how it stands, and to go on: doeflow watch ${studyId}; to end it: doeflow stop ${studyId}`;
  return [['to do', `nobody works on the study, which may be paused; ${ways}`]];
}

/** What goes on costing, and who ends it. */
function clusterRows(
  status: StudyStatus,
  clusters: readonly ClusterLeft[],
): readonly (readonly [string, string])[] {
  const { progress, isIdle, loss } = status;
  const { studyId } = status.stored;
  const isLeft = loss !== undefined || (progress !== undefined && isStudyOver(progress.state));
  return clusters.flatMap((cluster) => [
    ['cluster', clusterWords(cluster)] as const,
    ...(isIdle === true
      ? [['to do', `nobody works on the study: ${goOnWords(studyId)}`] as const]
      : isLeft
        ? [sharedRow(cluster) ?? (['to do', endClusterWords(cluster)] as const)]
        : isUnanswered(status)
          ? [['to do', endUnansweredWords(cluster)] as const]
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
