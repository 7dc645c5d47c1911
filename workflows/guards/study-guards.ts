/** Guards of what studies, jobs and clusters say to each other. */
import type { OutputsAnew } from '../study/study-state.ts';
import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import { failureReasonNames } from '../../src/run/failure-reason.ts';
import type {
  AskedRuns,
  ClusterBorrower,
  ClusterNews,
  CollectedRuns,
  HeldRunsRequest,
  JobEnd,
  JobProgress,
  OutcomeChange,
  Pace,
  PlatformStatusNews,
  RetryRequest,
  TicketName,
  StopMode,
  ToStudy,
} from '../../src/run/messages.ts';
import type { RunStreaks } from '../../src/run/run-streaks.ts';
import {
  flag,
  list,
  mismatch,
  object,
  oneOf,
  optional,
  text,
  time,
  variant,
  whole,
  type Guard,
} from './guard.ts';
import type { AwaitedRuns, JobRange } from '../../src/run/plan-summary.ts';

export const pace = object<Pace>({
  heartbeatTimeoutMs: whole('paceMs'),
  listLagMs: whole('paceMs'),
  retryMs: whole('paceMs'),
});

/** The platform's three ways to stop a job. */
export const stopMode: Guard<StopMode> = oneOf('stop', 'force', 'shutdown');

const runNumbers = list(whole('run'), 1);

const wantedRuns: Guard<RetryRequest['runs']> = (value, at) => {
  if (value === 'failed') return value;
  if (Array.isArray(value)) return runNumbers(value, at);
  throw mismatch(at, 'failed, or a list of run numbers', value);
};

/** Which runs to run again. */
export const retryRequest = object<RetryRequest>({
  runs: wantedRuns,
  revision: optional(whole('ordinal')),
  ticket: optional(text('ticket')),
});

/** A message that only names a ticket. */
export const ticketName = object<TicketName>({ ticket: text('ticket') });

/** The same, as studies were asked in histories of before. */
const askedRuns = object<AskedRuns>({
  runs: wantedRuns,
  revision: optional(whole('ordinal')),
  ticket: optional(text('ticket')),
  joinOnly: optional(oneOf(true)),
});

/** How a study is asked to run runs again. */
export const askedAgain: Guard<TicketName | AskedRuns> = (value, at) =>
  typeof value === 'object' && value !== null && 'runs' in value
    ? askedRuns(value, at)
    : ticketName(value, at);

/** How a study is asked to go on; without a word in histories of before. */
export const askedOn: Guard<TicketName | undefined> = (value, at) =>
  value === undefined ? undefined : ticketName(value, at);

/** The runs that were stopped with jobs. */
export const heldRuns = object<HeldRunsRequest>({
  runs: oneOf('stopped'),
  ofJobs: list(whole('ordinal')),
  ticket: optional(text('ticket')),
});

/** The runs that an amendment added. */
export const addedRuns = object<AddedRunsRequest>({ runs: oneOf('added') });

/** Counts of failed runs by reason. */
export const failures: Guard<OutcomeChange['failures']> = list(
  object<OutcomeChange['failures'][number]>({
    reason: oneOf(...failureReasonNames),
    count: whole('change'),
  }),
);

const change = object<OutcomeChange>({
  done: whole('change'),
  failed: whole('change'),
  failures,
});

/** In which order runs ended well or badly. */
export const streaks = object<RunStreaks>({
  done: whole('count'),
  failed: whole('count'),
  failedFirst: whole('count'),
  failedLast: whole('count'),
  failedInRow: whole('count'),
});

const collected = object<CollectedRuns>({
  runs: whole('count'),
  change,
  retryable: whole('count'),
  streaks: optional(streaks),
});

/** How a job ended. */
export const jobEnd = object<JobEnd>({
  jobNumber: whole('ordinal'),
  outcome: oneOf('collected', 'refused', 'withdrawn'),
  change,
  retryable: whole('count'),
  streaks: optional(streaks),
  message: optional(text('sentence')),
  lostCluster: optional(text('platformId')),
  notes: optional(list(text('sentence'))),
});

/** What a job is doing. */
export const jobProgress = object<JobProgress>({
  jobNumber: whole('ordinal'),
  runs: whole('count'),
  phase: oneOf(
    ...(['creating', 'submitting', 'waiting', 'stopping', 'collecting', 'done', 'failed'] as const),
  ),
  again: optional(whole('ordinal')),
  stopped: optional(oneOf(true)),
  jobId: optional(text('platformId')),
  platformStatus: optional(text('status')),
  trouble: optional(text('sentence')),
  troubleSince: optional(time),
  troubleCode: optional(text('code')),
  note: optional(text('sentence')),
  collected: optional(collected),
  saidMs: optional(whole('moment')),
});

/** The platform's status of a job. */
export const platformStatus = object<PlatformStatusNews>({
  status: text('status'),
  ended: flag,
});

/** What a borrower hears of a cluster. */
export const clusterNews: Guard<ClusterNews> = variant('kind', {
  starting: object({
    kind: oneOf('starting'),
    clusterId: text('platformId'),
    status: text('status'),
  }),
  taken: object({ kind: oneOf('taken'), reason: text('sentence') }),
  ready: object<Extract<ClusterNews, { readonly kind: 'ready' }>>({
    kind: oneOf('ready'),
    clusterId: text('platformId'),
    shared: optional(oneOf(true)),
  }),
  refused: object({ kind: oneOf('refused'), reason: text('sentence') }),
  lost: object({
    kind: oneOf('lost'),
    clusterId: text('platformId'),
    reason: text('sentence'),
  }),
});

/** Who asks for a cluster, or gives it back. */
export const borrower = object<ClusterBorrower>({
  studyWorkflowId: text('studyWorkflowId'),
  studyId: optional(text('studyId')),
  spec: optional(text('sentence')),
  unlike: optional(text('platformId')),
  again: optional(flag),
});

const addressee = object<{ readonly studyId?: string }>({ studyId: optional(text('studyId')) });

/** A message with the study that it is for. */
export function toStudy<Message>(message: Guard<Message>): Guard<ToStudy<Message>> {
  return (value, at) => ({ ...message(value, at), ...addressee(value, at) });
}

/** Outputs that are to be read anew. */
export const outputsAnew = object<OutputsAnew>({
  after: list(whole('ordinal')),
  isLast: optional(oneOf(true)),
  note: optional(text('sentence')),
});

/** Jobs whose numbers follow each other. */
export const jobRange = object<JobRange>({ first: whole('ordinal'), last: whole('ordinal') });

/** Runs of other studies that are waited for. */
export const awaited = object<AwaitedRuns>({
  runs: whole('count'),
  studies: list(text('studyId')),
  lost: optional(object({ studies: list(text('studyId')), until: text('sentence') })),
});
