/** The schema of each input of the activities of studies. */
import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import { z } from 'zod';
import type { StudyActivities } from '../../src/run/activity-contract.ts';
import type { ClusterHolder } from '../../src/run/cluster-contract.ts';
import { failureReasonNames } from '../../src/run/failure-reason.ts';
import type {
  CollectedRuns,
  HeldRunsRequest,
  JobProgress,
  OutcomeChange,
  RetryRequest,
  RunCounts,
  StudyProgress,
} from '../../src/run/messages.ts';
import { pauseCauses } from '../../src/run/pause-cause.ts';
import type { RunStreaks } from '../../src/run/run-streaks.ts';
import { studyStateNames } from '../../src/run/run-state.ts';
import { fields, list, text, time, whole } from './input-schema.ts';

/** One schema an activity. */
export type InputSchemas<Contract> = {
  readonly [Name in keyof Contract]: z.ZodType<
    Contract[Name] extends (input: infer Input) => unknown ? Input : never
  >;
};

/** The input of one activity. */
type Input<Name extends keyof StudyActivities> = Parameters<StudyActivities[Name]>[0];

const study = { studyId: text('studyId') };
const job = { ...study, jobNumber: whole('ordinal') };
const onPlatform = { jobId: text('platformId') };
const cluster = { ...study, clusterId: text('platformId') };
const namedCluster = { ...study, name: text('name') };
const spec = z.exactOptional(text('sentence'));
const revision = z.exactOptional(whole('ordinal'));
const stopped = z.exactOptional(z.literal(true));
const state = z.enum(studyStateNames);

const failures: z.ZodType<OutcomeChange['failures']> = list(
  fields<OutcomeChange['failures'][number]>({
    reason: z.enum(failureReasonNames),
    count: whole('change'),
  }),
);

const streaks = fields<RunStreaks>({
  done: whole('count'),
  failed: whole('count'),
  failedFirst: whole('count'),
  failedLast: whole('count'),
  failedInRow: whole('count'),
});

const collected = fields<CollectedRuns>({
  runs: whole('count'),
  change: fields<OutcomeChange>({ done: whole('change'), failed: whole('change'), failures }),
  retryable: whole('count'),
  streaks: z.exactOptional(streaks),
});

const jobProgress = fields<JobProgress>({
  jobNumber: whole('ordinal'),
  runs: whole('count'),
  phase: z.enum([
    ...(['creating', 'submitting', 'waiting', 'stopping', 'collecting', 'done', 'failed'] as const),
  ]),
  again: z.exactOptional(whole('ordinal')),
  stopped,
  jobId: z.exactOptional(text('platformId')),
  platformStatus: z.exactOptional(text('status')),
  trouble: z.exactOptional(text('sentence')),
  troubleSince: z.exactOptional(time),
  troubleCode: z.exactOptional(text('code')),
  note: z.exactOptional(text('sentence')),
  collected: z.exactOptional(collected),
  saidMs: z.exactOptional(whole('moment')),
});

const progress = fields<StudyProgress>({
  ...study,
  studyName: text('studyName'),
  planHash: text('planHash'),
  state,
  activity: text('sentence'),
  pausedBy: z.exactOptional(z.enum(pauseCauses)),
  waitsForCluster: z.exactOptional(text('name')),
  stopping: z.exactOptional(z.literal(true)),
  runs: fields<RunCounts>({
    total: whole('count'),
    done: whole('change'),
    failed: whole('change'),
    submitted: whole('count'),
    repeated: z.exactOptional(whole('count')),
    doneAgain: z.exactOptional(whole('count')),
    reused: z.exactOptional(whole('count')),
    withdrawn: z.exactOptional(whole('count')),
  }),
  jobs: list(jobProgress),
  failures,
  notes: list(text('sentence')),
});

const ticket = z.exactOptional(text('ticket'));

const request: z.ZodType<RetryRequest | HeldRunsRequest | AddedRunsRequest> = z.union([
  fields<RetryRequest>({
    runs: z.union([z.literal('failed'), list(whole('run'), 1)]),
    revision,
    ticket,
  }),
  fields<HeldRunsRequest>({
    runs: z.literal('stopped'),
    ofJobs: list(whole('ordinal')),
    ticket,
  }),
  fields<AddedRunsRequest>({ runs: z.literal('added') }),
]);

/** The table. */
export const studyInputs: InputSchemas<StudyActivities> = {
  takeTicket: fields<Input<'takeTicket'>>({
    ...study,
    ticket: text('ticket'),
    use: z.enum(['start', 'retry', 'resume', 'amend']),
  }),
  planStudy: fields<Input<'planStudy'>>({
    ...study,
    studyName: text('studyName'),
    planHash: text('planHash'),
    ticket,
  }),
  uploadStudyFile: fields<Input<'uploadStudyFile'>>({ ...study, revision, name: text('fileName') }),
  readRevision: fields<Input<'readRevision'>>({
    ...study,
    revision: whole('ordinal'),
    inFlight: z.exactOptional(list(whole('ordinal'))),
  }),
  renewSharedRuns: fields<Input<'renewSharedRuns'>>({
    ...study,
    revision,
    inFlight: list(whole('ordinal')),
  }),
  readOutputsAnew: fields<Input<'readOutputsAnew'>>({ ...study, inFlight: list(whole('ordinal')) }),
  prepareJob: fields<Input<'prepareJob'>>({
    ...{ ...job, revision },
    clusterId: z.exactOptional(text('platformId')),
  }),
  uploadJobFile: fields<Input<'uploadJobFile'>>({ ...job, name: text('fileName') }),
  createJob: fields<Input<'createJob'>>({ ...job, onCluster: z.boolean() }),
  findJob: fields<Input<'findJob'>>(job),
  checkJob: fields<Input<'checkJob'>>({ ...job, ...onPlatform }),
  submitJob: fields<Input<'submitJob'>>({
    ...job,
    ...onPlatform,
    clusterId: z.exactOptional(text('platformId')),
  }),
  readJobStatuses: fields<Input<'readJobStatuses'>>({ ...study, ...onPlatform }),
  watchJobs: fields<Input<'watchJobs'>>({
    ...study,
    heard: z.record(text('platformId') as z.ZodType<string, string>, text('status')),
  }),
  stopJob: fields<Input<'stopJob'>>({
    ...study,
    ...onPlatform,
    mode: z.enum(['stop', 'force', 'shutdown']),
  }),
  collectEndedRuns: fields<Input<'collectEndedRuns'>>({ ...job, ...onPlatform }),
  collectJob: fields<Input<'collectJob'>>({
    ...{ ...job, ...onPlatform, stopped: z.boolean() },
    cancelled: z.exactOptional(z.literal(true)),
  }),
  refuseJob: fields<Input<'refuseJob'>>({
    ...job,
    message: text('sentence'),
    clusterLost: z.exactOptional(z.literal(true)),
  }),
  withdrawJob: fields<Input<'withdrawJob'>>(job),
  withdrawUnbegun: fields<Input<'withdrawUnbegun'>>(study),
  planRetry: fields<Input<'planRetry'>>({
    ...job,
    request: z.exactOptional(request),
    canaryOnly: z.exactOptional(z.literal(true)),
    since: z.exactOptional(whole('ordinal')),
    revision: z.exactOptional(whole('ordinal')),
  }),
  awaitSharedRuns: fields<Input<'awaitSharedRuns'>>({ ...job, revision }),
  readPrice: fields<Input<'readPrice'>>(study),
  describeStudy: fields<Input<'describeStudy'>>({ ...study, isOver: z.boolean() }),
  analyseStudy: fields<Input<'analyseStudy'>>({
    ...study,
    lastJobNumber: whole('count'),
    nextPlanned: whole('ordinal'),
    withdrawn: z.exactOptional(list(whole('ordinal'))),
    done: z.exactOptional(whole('count')),
    state,
  }),
  listJobs: fields<Input<'listJobs'>>({ ...study, from: whole('count'), count: whole('count') }),
  assignFindings: fields<Input<'assignFindings'>>({ ...study, ...onPlatform }),
  writeFindings: fields<Input<'writeFindings'>>({ ...study, ...onPlatform }),
  readFindings: fields<Input<'readFindings'>>({ ...study, ...onPlatform }),
  closeStudy: fields<Input<'closeStudy'>>({
    ...study,
    progress,
    ticket,
  }),
  createCluster: fields<Input<'createCluster'>>({ ...namedCluster, spec }),
  findCluster: fields<Input<'findCluster'>>({
    ...namedCluster,
    shared: z.exactOptional(z.literal(true)),
    spec,
  }),
  startCluster: fields<Input<'startCluster'>>(cluster),
  readCluster: fields<Input<'readCluster'>>(cluster),
  watchCluster: fields<Input<'watchCluster'>>({
    ...cluster,
    known: text('status'),
    holders: z.exactOptional(
      list(
        fields<ClusterHolder>({
          studyWorkflowId: text('studyWorkflowId'),
          studyId: z.exactOptional(text('studyId')),
        }),
      ),
    ),
  }),
  fitJob: fields<Input<'fitJob'>>({ ...job, ...cluster, runsAhead: whole('count') }),
  reserveCost: fields<Input<'reserveCost'>>({
    ...study,
    revision,
    jobNumber: z.exactOptional(whole('ordinal')),
    spare: z.exactOptional(whole('ordinal')),
    ownHardware: z.exactOptional(z.literal(true)),
    inFlight: list(whole('ordinal')),
  }),
  shutdownCluster: fields<Input<'shutdownCluster'>>(cluster),
};
