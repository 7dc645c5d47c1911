/** Activities of a pretended study, in memory: enough to drive the story's every turn without a platform. */
import type { AmendedPlan } from '../../src/run/amend-messages.ts';
import type { ReadAnew } from '../../src/run/anew-messages.ts';
import { Context } from '@temporalio/activity';
import { isClusterOver } from '../../src/run/cluster-end.ts';
import type { CostAnswer, ReserveCostInput } from '../../src/run/budget-contract.ts';
import type { ClusterFit } from '../../src/run/fit-cluster.ts';
import type {
  AnalyseStudyInput,
  SharedRuns,
  StudyActivities,
  WatchJobsInput,
} from '../../src/run/activity-contract.ts';
import type { ClusterReading, FitJobInput } from '../../src/run/cluster-contract.ts';
import type { StopAnswer } from '../../src/run/stop-answer.ts';
import type { PlanSummary, SharedAnew } from '../../src/run/plan-summary.ts';
import type { CollectedRuns, JobEnd, OutcomeChange } from '../../src/run/messages.ts';
import { takeWritten } from './tickets.ts';

export interface Script {
  readonly plan?: Partial<PlanSummary>;
  /** Outcome of job `jobNumber`; default: ten runs done. */
  collect?(jobNumber: number): Partial<JobEnd>;
  /** What is judged of job `jobNumber` while it executes; without it no job is seen executing. */
  collectEnded?(jobNumber: number): CollectedRuns;
  /** The counts that are left when a stopped study has withdrawn what never began. */
  withdraw?(): OutcomeChange;
  /** What became of the runs that other studies run, when job `jobNumber` is the next; default: nothing is left of them. */
  share?(jobNumber: number): SharedRuns;
  /** Runs of a retry as job `jobNumber`; default none. */
  retry?(jobNumber: number, requested: boolean): number;
  /** What an amendment made of the plan; default: its files are mended ones, and the study is as it was started. */
  amended?(revision: number): AmendedPlan;
  /** What other studies have of what it runs by that revision; default: it runs all itself. */
  sharedAnew?(revision: number): SharedAnew;
  /** What other studies have once it was paused; default: nothing. */
  sharedAgain?(inFlight: readonly number[]): SharedAnew;
  /** Runs that are left for further jobs of that retry; default none. */
  leftToRetry?(jobNumber: number): number;
  /** Thrown by create for its n-th call. */
  createFails?(call: number): Error | undefined;
  submitFails?(call: number): Error | undefined;
  /** True where the n-th submit is answered well, but has no effect. */
  submitLost?(call: number): boolean;
  /** What the platform makes of the n-th order to stop a job; default: it takes it. */
  stop?(order: number): StopAnswer;
  /** What `findJob` sees for job `jobNumber`. */
  found?(jobNumber: number): string[];
  /** Saved jobs of the same name that `checkJob` sees beside the one that is used. */
  readonly others?: readonly string[];
  /** Status history of a job at the n-th look; default: none before its submit, then one that goes on, or has ended where jobs end by themselves. */
  statuses?(look: number): string[];
  /** Awaited by every call before it does anything; what it throws, the call throws. */
  before?(name: keyof StudyActivities): Promise<void> | void;
  /** Thrown by the n-th call that waits for news. */
  watchFails?(call: number): Error | undefined;
  /** Waits for news of the cluster; default: once it has started, nothing ever happens to it. */
  readonly watchCluster?: StudyActivities['watchCluster'];
  /** The cluster that a study had before; default: none. */
  readonly findCluster?: StudyActivities['findCluster'];
  /** What the analysis waits for. */
  analyse?(input: AnalyseStudyInput): Promise<void> | void;
  /** What the study's cluster is made of by a revision, in words; default: that isn't told. */
  clusterSpec?(revision: number): string | undefined;
  /** The name of the plan's own cluster, where studies share it; its calls go to the one whose id it contains. */
  readonly sharedCluster?: string;
  /** The platform's status of a cluster; they are c1, c2, … in the order in which they were made. Default: Started. */
  clusterStatus?(clusterId: string): string;
  /** What the runs come to by outputs that were amended, but for those of these jobs; default: none has ended. */
  anew?(inFlight: readonly number[]): ReadAnew;
  /** Whether the cluster has the time for a job; default: it has. */
  fit?(input: FitJobInput): ClusterFit;
  reserve?(input: ReserveCostInput): CostAnswer;
  /** Why runs failed; default: nothing is told of it. */
  readonly causes?: readonly string[];
  /** Jobs never end by themselves until stopped. */
  readonly endless?: boolean;
}

/** A job that executes until it is stopped, which cuts some of its runs. */
export const cutShort: Script = {
  endless: true,
  collect: () => ({
    change: { done: 6, failed: 4, failures: [{ reason: 'stopped', count: 4 }] },
  }),
};

/** A scripted study and what it has seen so far. */
export interface ScriptedStudy {
  readonly activities: StudyActivities;
  /** The calls it got, in order. */
  readonly calls: readonly string[];
  /** Input of every call that waited for news. */
  readonly watches: readonly WatchJobsInput[];
  /** What the study told its reader, when it closed. */
  readonly notes: readonly string[];
}

/** Gives back the activities of a study; the plan's own cluster is named after it, so that no two studies share one. */
export function scriptActivities(script: Script, studyId: string): ScriptedStudy {
  const calls: string[] = [];
  const watches: WatchJobsInput[] = [];
  const notes: string[] = [];
  const submitted = new Set<string>();
  const stopped = new Set<string>();
  let creates = 0;
  let submits = 0;
  let stops = 0;
  let looks = 0;
  let clusters = 0;
  const readingOf = (clusterId: string): ClusterReading => {
    const status = script.clusterStatus?.(clusterId) ?? 'Started';
    return { status, ended: isClusterOver(status) };
  };
  const log = (name: string, detail: unknown = ''): void => {
    calls.push(`${name} ${String(detail)}`.trim());
  };
  const activities: StudyActivities = {
    takeTicket: ({ ticket, use }) => {
      log('takeTicket', use);
      return Promise.resolve(takeWritten(ticket));
    },
    planStudy: () =>
      Promise.resolve({
        runCount: 10,
        method: 'monte-carlo',
        jobs: 1,
        files: ['model.mjs'],
        maxConcurrentJobs: 2,
        maxFailedRuns: 1,
        onLimit: 'finish',
        notes: [],
        nextPlanned: 1,
        nextJobNumber: (script.plan?.jobs ?? 1) + 1,
        done: 0,
        failed: 0,
        failures: [],
        ...script.plan,
        ...(script.plan?.cluster?.kind === 'own'
          ? {
              cluster: {
                ...script.plan.cluster,
                name: script.sharedCluster ?? `${script.plan.cluster.name}-${studyId}`,
              },
            }
          : {}),
      }),
    uploadStudyFile: ({ name, revision }) => (
      log('uploadStudyFile', revision === undefined ? name : `${name} of ${revision}`),
      Promise.resolve({ fileId: 'f1' })
    ),
    readRevision: ({ revision, inFlight = [] }) => {
      log(
        'readRevision',
        inFlight.length === 0 ? revision : `${revision} beside ${inFlight.join()}`,
      );
      const amended = script.amended?.(revision);
      const shared = script.sharedAnew?.(revision);
      const clusterSpec = script.clusterSpec?.(revision);
      return Promise.resolve({
        ...{ files: ['model.mjs'], note: `Revision ${revision}` },
        ...(amended === undefined ? {} : { amended }),
        ...(shared === undefined ? {} : { shared }),
        ...(clusterSpec === undefined ? {} : { clusterSpec }),
      });
    },
    prepareJob: ({ jobNumber, revision }) => (
      log('prepareJob', revision === undefined ? jobNumber : `${jobNumber} of ${revision}`),
      Promise.resolve({ runs: 10, files: ['param.csv'] })
    ),
    uploadJobFile: ({ name }) => (log('uploadJobFile', name), Promise.resolve({ fileId: 'f2' })),
    createJob: ({ jobNumber }) => {
      creates += 1;
      log('createJob', jobNumber);
      const failure = script.createFails?.(creates);
      return failure === undefined
        ? Promise.resolve({ jobId: `job-${jobNumber}` })
        : Promise.reject(failure);
    },
    findJob: ({ jobNumber }) => {
      log('findJob', jobNumber);
      return Promise.resolve({ jobIds: script.found?.(jobNumber) ?? [] });
    },
    checkJob: () => Promise.resolve({ otherJobIds: script.others ?? [] }),
    submitJob: ({ jobId }) => {
      submits += 1;
      log('submitJob', jobId);
      const failure = script.submitFails?.(submits);
      // A failed one has happened all the same where the script has a history of the job.
      const hasEffect = failure === undefined || script.statuses !== undefined;
      if (hasEffect && script.submitLost?.(submits) !== true) submitted.add(jobId);
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    },
    readJobStatuses: ({ jobId }) => {
      log('readJobStatuses');
      looks += 1;
      const isOver = submitted.has(jobId) && (script.endless !== true || stopped.has(jobId));
      const words = script.statuses?.(looks) ?? [
        ...(isOver ? ['Completed'] : []),
        ...(submitted.has(jobId) ? ['Pending'] : []),
      ];
      return Promise.resolve({
        statuses: words.map((status) => ({ status, reason: null })),
        ended: words.includes('Completed'),
      });
    },
    watchJobs: async (input) => {
      watches.push(input);
      const failure = script.watchFails?.(watches.length);
      if (failure !== undefined) throw failure;
      for (;;) {
        const executing = Object.entries(input.heard)
          .filter(([jobId, status]) => submitted.has(jobId) && status === '')
          .map(([jobId]) => ({ jobId, status: 'Executing', ended: false }));
        if (script.collectEnded !== undefined && executing.length > 0) {
          return { changes: executing };
        }
        const changes = Object.entries(input.heard)
          .filter(([jobId, status]) => submitted.has(jobId) && status !== 'Completed')
          .filter(([jobId]) => script.endless !== true || stopped.has(jobId))
          .map(([jobId]) => ({ jobId, status: 'Completed', ended: true }));
        if (changes.length > 0) return { changes };
        // Cancellation reaches an activity by its heartbeats.
        Context.current().heartbeat();
        await Context.current().sleep(20);
      }
    },
    stopJob: ({ jobId, mode }) => {
      log('stopJob', `${jobId} ${mode}`);
      stops += 1;
      const answer = script.stop?.(stops) ?? {};
      if (answer.refused === undefined) stopped.add(jobId);
      return Promise.resolve(answer);
    },
    collectEndedRuns: ({ jobNumber }) => {
      log('collectEndedRuns', jobNumber);
      const nothing = { runs: 0, change: { done: 0, failed: 0, failures: [] }, retryable: 0 };
      return Promise.resolve(script.collectEnded?.(jobNumber) ?? nothing);
    },
    collectJob: ({ jobNumber, cancelled }) => {
      log('collectJob', cancelled === true ? `${jobNumber}, cancelled` : jobNumber);
      return Promise.resolve({
        jobNumber,
        outcome: 'collected',
        change: { done: 10, failed: 0, failures: [] },
        retryable: 0,
        ...script.collect?.(jobNumber),
      });
    },
    refuseJob: ({ jobNumber, message, clusterLost }) => {
      log('refuseJob', message);
      return Promise.resolve({
        jobNumber,
        outcome: 'refused',
        change: { done: 0, failed: 10, failures: [{ reason: 'job-failed', count: 10 }] },
        retryable: clusterLost === true ? 10 : 0,
        message,
      });
    },
    withdrawJob: ({ jobNumber }) => {
      log('withdrawJob', jobNumber);
      return Promise.resolve({
        jobNumber,
        outcome: 'withdrawn',
        change: { done: 0, failed: 0, failures: [] },
        retryable: 0,
      });
    },
    withdrawUnbegun: () => {
      log('withdrawUnbegun');
      const left = script.withdraw?.() ?? { done: 0, failed: 0, failures: [] };
      return Promise.resolve({ left });
    },
    readOutputsAnew: ({ inFlight }) => {
      log('readOutputsAnew', inFlight.length === 0 ? '' : `beside ${inFlight.join()}`);
      return Promise.resolve(
        script.anew?.(inFlight) ?? { counts: { done: 0, failed: 0, failures: [] }, retryable: 0 },
      );
    },
    planRetry: ({ jobNumber, request, canaryOnly, since }) => {
      const runs = script.retry?.(jobNumber, request !== undefined) ?? 0;
      const left = script.leftToRetry?.(jobNumber) ?? 0;
      const ofCanary = canaryOnly === true ? ', of the canary' : '';
      const isFurther = since === jobNumber ? '' : `, since ${since}`;
      log('planRetry', `${jobNumber} ${runs}${ofCanary}${isFurther}`);
      return Promise.resolve({ runs, ...(left === 0 ? {} : { left }) });
    },
    awaitSharedRuns: ({ jobNumber, revision }) => (
      log('awaitSharedRuns', revision === undefined ? jobNumber : `${jobNumber} of ${revision}`),
      Promise.resolve(
        script.share?.(jobNumber) ?? { reused: 0, rest: 0, awaited: { runs: 0, studies: [] } },
      )
    ),
    renewSharedRuns: ({ inFlight, revision }) => {
      log('renewSharedRuns', `${revision ?? 1} beside ${inFlight.join()}`);
      const none = { reused: 0, rest: 0, awaited: { runs: 0, studies: [] } };
      return Promise.resolve(script.sharedAgain?.(inFlight) ?? none);
    },
    readPrice: () => Promise.resolve({}),
    describeStudy: ({ isOver }) =>
      Promise.resolve({
        causes: script.causes ?? [],
        cost: isOver ? 'about 1.00 to 2.00 USD' : 'at least 1.00 USD so far',
        costRange: isOver ? '1.00-2.00 USD' : '>=1.00 USD',
      }),
    analyseStudy: async (input) => {
      log('analyseStudy', input.state);
      await script.analyse?.(input);
      return { findings: 1, jobs: 1, notes: [] };
    },
    listJobs: () => Promise.resolve({ jobIds: ['job-1'] }),
    assignFindings: () => (log('assignFindings'), Promise.resolve({})),
    writeFindings: () => (log('writeFindings'), Promise.resolve({ served: true })),
    readFindings: () => (log('readFindings'), Promise.resolve()),
    closeStudy: ({ progress }) => (
      notes.push(...progress.notes),
      log('closeStudy', progress.state),
      Promise.resolve({ notes: [] })
    ),
    createCluster: ({ name, spec }) => {
      log('createCluster', spec === undefined ? name : `${name}: ${spec}`);
      clusters += 1;
      return Promise.resolve({ clusterId: `c${clusters}` });
    },
    findCluster: async (input) => (await script.findCluster?.(input)) ?? {},
    startCluster: () => (log('startCluster'), Promise.resolve()),
    readCluster: ({ clusterId }) => Promise.resolve(readingOf(clusterId)),
    watchCluster: async (input) => {
      if (script.watchCluster !== undefined) return script.watchCluster(input);
      const { clusterId, known } = input;
      while (known === readingOf(clusterId).status) {
        Context.current().heartbeat();
        await Context.current().sleep(20);
      }
      return readingOf(clusterId);
    },
    reserveCost: (input) => (
      log('reserveCost', input.jobNumber ?? 'cluster'),
      Promise.resolve(script.reserve?.(input) ?? { verdict: 'fits', why: 'there is no limit' })
    ),
    fitJob: (input) => Promise.resolve(script.fit?.(input) ?? { verdict: 'fits' }),
    shutdownCluster: () => (log('shutdownCluster'), Promise.resolve({ served: true })),
  };
  return { activities: withBefore(activities, script), calls, watches, notes };
}

function withBefore(activities: StudyActivities, { before }: Script): StudyActivities {
  return Object.fromEntries(
    (Object.keys(activities) as (keyof StudyActivities)[]).map((name) => [
      name,
      async (input: never) => {
        await before?.(name);
        return activities[name](input);
      },
    ]),
  ) as unknown as StudyActivities;
}
