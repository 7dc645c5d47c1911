/** Guards of what one execution of a workflow hands to the next: a field that an earlier version didn't hand on may be left out. */
import type { ClusterInput } from '../cluster/cluster-workflow.ts';
import type { PassProgress, PassSelection } from '../../src/run/archive-contract.ts';
import { failureReasonNames } from '../../src/run/failure-reason.ts';
import type { PlanSummary, StudyGuards, TakenUp } from '../../src/run/plan-summary.ts';
import type { StudyDescription } from '../../src/run/messages.ts';
import { pauseCauses } from '../../src/run/pause-cause.ts';
import { studyStateNames } from '../../src/run/run-state.ts';
import type { GuardLedgerState } from '../study/guard-state.ts';
import type { AskedRetry, CarriedLedger, StudyLedgerState } from '../study/study-state.ts';
import type { JobLedgerState, TakenOver } from '../study/job-state.ts';
import { passCounts } from './archive-guards.ts';
import {
  flag,
  list,
  object,
  oneOf,
  optional,
  partial,
  record,
  text,
  variant,
  whole,
  type Guard,
} from './guard.ts';
import {
  addedRuns,
  awaited,
  failures,
  heldRuns,
  jobProgress,
  jobRange,
  outputsAnew,
  retryRequest,
  stopMode,
  streaks,
} from './study-guards.ts';

const notes = list(text('sentence'));
const jobNumbers = list(whole('ordinal'));
const byJob = <T>(entry: Guard<T>): Guard<Readonly<Record<number, T>>> =>
  record(text('jobKey'), entry);

type OwnCluster = Extract<PlanSummary['cluster'], { readonly kind: 'own' }>;

const plan = object<PlanSummary>({
  runCount: whole('count'),
  method: text('name'),
  jobs: whole('count'),
  files: list(text('fileName')),
  maxConcurrentJobs: whole('count'),
  maxFailedRuns: whole('size'),
  onLimit: oneOf('pause', 'finish', 'abort'),
  guards: optional(
    object<StudyGuards>({
      failFast: whole('size'),
      maxConsecutiveFailedRuns: optional(whole('size')),
      onTrip: optional(oneOf('pause', 'finish', 'abort')),
    }),
  ),
  hasCostLimit: optional(oneOf(true)),
  canary: optional(whole('count')),
  cluster: optional(
    variant<'kind', NonNullable<PlanSummary['cluster']>>('kind', {
      existing: object({ kind: oneOf('existing'), id: text('platformId') }),
      own: object<OwnCluster>({
        kind: oneOf('own'),
        name: text('name'),
        keepWhilePaused: optional(oneOf(true)),
        left: optional(oneOf(true)),
        ...{ spec: optional(text('sentence')), leftSpec: optional(text('sentence')) },
      }),
    }),
  ),
  notes,
  revision: optional(whole('ordinal')),
  hasAdded: optional(oneOf(true)),
  onlyAmended: optional(oneOf(true)),
  withdrawnRuns: optional(whole('count')),
  emptyJobs: optional(list(jobRange)),
  reused: optional(whole('count')),
  reuseNotes: optional(notes),
  awaited: optional(awaited),
  nextPlanned: whole('ordinal'),
  sharesAdded: optional(oneOf(true)),
  readsAnew: optional(oneOf(true)),
  withdrawn: optional(jobNumbers),
  nextJobNumber: whole('ordinal'),
  takenUp: optional(
    object<TakenUp>({
      begun: jobNumbers,
      chosen: optional(jobNumbers),
      onlyBegun: optional(oneOf(true)),
      stopped: optional(jobNumbers),
      reaped: optional(jobNumbers),
      revision: optional(whole('ordinal')),
    }),
  ),
  done: whole('count'),
  failed: whole('count'),
  failures,
});

const asked: Guard<AskedRetry> = (value, at) => {
  const runs = typeof value === 'object' && value !== null && 'runs' in value ? value.runs : '';
  if (runs === 'stopped') return heldRuns(value, at);
  return runs === 'added' ? addedRuns(value, at) : retryRequest(value, at);
};

const study = partial<StudyLedgerState>({
  plan,
  state: oneOf(...studyStateNames),
  activity: text('sentence'),
  pausedBy: oneOf(...pauseCauses),
  uploaded: flag,
  done: whole('change'),
  failed: whole('change'),
  failures: record(oneOf(...failureReasonNames), whole('change')),
  retryable: whole('change'),
  requests: list(asked),
  retryBegan: whole('ordinal'),
  revision: whole('ordinal'),
  sentRevision: whole('ordinal'),
  anew: outputsAnew,
  awaited,
  ...{ looksAgain: oneOf(true), onlyRequests: flag },
  stopMode,
  aborted: flag,
  allowedFailures: whole('change'),
  cluster: variant<'kind', StudyLedgerState['cluster']>('kind', {
    'not-asked': object({ kind: oneOf('not-asked') }),
    asked: object<Extract<StudyLedgerState['cluster'], { readonly kind: 'asked' }>>({
      kind: oneOf('asked'),
      clusterId: optional(text('platformId')),
      status: optional(text('status')),
    }),
    ready: object({ kind: oneOf('ready'), clusterId: text('platformId') }),
    refused: object<Extract<StudyLedgerState['cluster'], { readonly kind: 'refused' }>>({
      ...{ kind: oneOf('refused'), reason: text('sentence'), isSeen: optional(oneOf(true)) },
    }),
  }),
  ...{ lostCluster: text('platformId'), leavesCluster: text('sentence') },
  ...{ clusterLosses: whole('count'), clustersLost: whole('count') },
  doneAtLoss: whole('change'),
  clusterTrouble: text('sentence'),
  ...{ finishing: flag, findingsWritten: whole('count') },
  notes,
  description: object<StudyDescription>({
    causes: list(text('sentence')),
    cost: text('sentence'),
    costRange: text('sentence'),
    amended: optional(whole('ordinal')),
    resultsDir: optional(text('sentence')),
    jobPages: optional(text('sentence')),
  }),
  described: object<NonNullable<StudyLedgerState['described']>>({
    done: whole('change'),
    failed: whole('change'),
  }),
  publishedAttributes: text('sentence'),
});

const jobs = partial<JobLedgerState>({
  nextPlanned: whole('ordinal'),
  replanned: jobNumbers,
  withdrawn: jobNumbers,
  nextJobNumber: whole('ordinal'),
  queuedRetries: jobNumbers,
  adopted: jobNumbers,
  askedRetries: byJob(retryRequest),
  firstTries: byJob(whole('count')),
  mending: byJob(whole('count')),
  doneAgain: byJob(whole('count')),
  empty: list(jobRange),
  inFlight: byJob(jobProgress),
  recent: list(jobProgress),
  gone: byJob(text('sentence')),
  takenOver: byJob(object<TakenOver>({ again: whole('count'), losses: whole('count') })),
});

/** What a study hands on. */
export const carriedStudy = object<HandedOn<CarriedLedger>>({
  study,
  jobs,
  guards: optional(
    object<GuardLedgerState>({
      ended: streaks,
      seenJobs: jobNumbers,
      heldJobs: jobNumbers,
      stoppedJobs: optional(jobNumbers),
      canaryFailed: flag,
      costLimitLooks: optional(whole('count')),
      canary: optional(oneOf('ahead', 'failed', 'over')),
    }),
  ),
});

type HandedOn<Ledger extends CarriedLedger> = Omit<Ledger, 'study' | 'jobs'> & {
  readonly study: Partial<StudyLedgerState>;
  readonly jobs: Partial<JobLedgerState>;
};

/** What a cluster hands on. */
export const carriedCluster = object<NonNullable<ClusterInput['carried']>>({
  state: variant<'name', NonNullable<ClusterInput['carried']>['state']>('name', {
    creating: object({ name: oneOf('creating') }),
    starting: object({ name: oneOf('starting'), clusterId: text('platformId') }),
    running: object({
      name: oneOf('running'),
      clusterId: text('platformId'),
      status: text('status'),
    }),
    returned: object({ name: oneOf('returned'), clusterId: text('platformId') }),
    ended: object({
      name: oneOf('ended'),
      clusterId: text('platformId'),
      reason: text('sentence'),
    }),
    refused: object({ name: oneOf('refused'), reason: text('sentence') }),
    unwanted: object({ name: oneOf('unwanted') }),
  }),
  borrowers: list(text('studyWorkflowId')),
  studyIds: optional(record(text('studyWorkflowId'), text('studyId'))),
  everBorrowed: flag,
  madeFor: optional(text('studyId')),
});

/** What a pass hands on. */
export const passProgress = object<PassProgress>({
  phase: oneOf(
    ...(['waiting', 'selecting', 'archiving', 'studies', 'deleting', 'closing', 'done'] as const),
  ),
  selection: optional(
    object<PassSelection>({
      batches: whole('count'),
      jobs: whole('count'),
      left: record(text('name'), whole('count')),
      studies: list(text('studyId')),
    }),
  ),
  batchesDone: whole('count'),
  archived: passCounts,
  proven: passCounts,
  deleted: passCounts,
  notes,
});
