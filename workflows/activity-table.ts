/**
 * Every activity that the workflows call: its effect class, which decides how it is timed out and retried (`effect-policies.ts`), and the few
 * words that the Temporal UI shows on its bar (120 characters at most). An activity of the contract that is missing here doesn't compile.
 */
import type { Activities } from '../src/run/activity-contract.ts';

/**
 * What a call does to the world, and so what may follow a failure.
 *
 * - `step`: one of the study's own steps on the store (plan, prepare, analyse); repeatable.
 * - `read`: one GET of the platform.
 * - `write`: one call that may be repeated (stop, custom fields).
 * - `once`: one call that must be looked up before it is repeated (create, submit, start).
 * - `transfer`: whole files up or down, on a task queue of their own.
 * - `wait`: waits for news up to an hour, then answers without any and is called again.
 */
export type EffectClass = 'step' | 'read' | 'write' | 'once' | 'transfer' | 'wait';

/** One entry per activity of the contract. */
export type ActivityTable = {
  readonly [Name in keyof Activities]: {
    readonly effect: EffectClass;
    readonly summary: (input: Parameters<Activities[Name]>[0]) => string;
  };
};

// One line per activity reads as a table.
// prettier-ignore
export const activityTable = {
  planStudy: { effect: 'step', summary: () => 'plan the study from its snapshot' },
  uploadStudyFile: { effect: 'transfer', summary: ({ name }) => `upload ${name}` },
  prepareJob: { effect: 'step', summary: ({ jobNumber }) => `write the files of job ${jobNumber}` },
  uploadJobFile: { effect: 'transfer', summary: ({ jobNumber, name }) => `upload ${name} of job ${jobNumber}` },
  createJob: { effect: 'once', summary: ({ jobNumber, onCluster }) => `create job ${jobNumber}${onCluster ? ' for the cluster' : ''}` },
  findJob: { effect: 'read', summary: ({ jobNumber }) => `look for job ${jobNumber} by its name` },
  checkJob: { effect: 'read', summary: ({ jobNumber, jobId }) => `check job ${jobNumber} (${jobId}) before it costs anything` },
  submitJob: { effect: 'once', summary: ({ jobNumber, jobId, clusterId }) => `submit job ${jobNumber} (${jobId})${clusterId === undefined ? '' : ` onto cluster ${clusterId}`}` },
  readJobStatuses: { effect: 'read', summary: ({ jobId }) => `read the history of job ${jobId}` },
  watchJobs: { effect: 'wait', summary: ({ heard }) => `wait for news of jobs: ${Object.keys(heard).length}` },
  stopJob: { effect: 'write', summary: ({ jobId, mode }) => `${mode} job ${jobId}` },
  collectJob: { effect: 'transfer', summary: ({ jobNumber, jobId }) => `collect the outputs of job ${jobNumber} (${jobId})` },
  refuseJob: { effect: 'step', summary: ({ jobNumber }) => `book job ${jobNumber} as refused` },
  withdrawJob: { effect: 'step', summary: ({ jobNumber }) => `book job ${jobNumber} as withdrawn` },
  planRetry: { effect: 'step', summary: ({ jobNumber }) => `choose failed runs for job ${jobNumber}` },
  readPrice: { effect: 'read', summary: () => 'read the price of a core hour' },
  analyseStudy: { effect: 'step', summary: () => 'tables, statistics and findings' },
  listJobs: { effect: 'step', summary: ({ from }) => `jobs from number ${from + 1}` },
  assignFindings: { effect: 'write', summary: ({ jobId }) => `assign findings to job ${jobId}` },
  writeFindings: { effect: 'write', summary: ({ jobId }) => `write findings onto job ${jobId}` },
  readFindings: { effect: 'read', summary: ({ jobId }) => `read findings back from job ${jobId}` },
  closeStudy: { effect: 'step', summary: ({ progress }) => `close the study: ${progress.state}` },
  createCluster: { effect: 'once', summary: ({ name }) => `create cluster ${name}` },
  findCluster: { effect: 'read', summary: ({ name }) => `look for cluster ${name} by its name` },
  startCluster: { effect: 'once', summary: ({ clusterId }) => `start cluster ${clusterId}` },
  readCluster: { effect: 'read', summary: ({ clusterId }) => `read the history of cluster ${clusterId}` },
  watchCluster: { effect: 'wait', summary: ({ clusterId, known }) => `wait for news of cluster ${clusterId}, now ${known}` },
  shutdownCluster: { effect: 'write', summary: ({ clusterId }) => `end cluster ${clusterId}` },
} as const satisfies ActivityTable;

/** The activities of one effect class. */
export type ActivitiesOf<Class extends EffectClass> = {
  readonly [
    Name in keyof Activities as (typeof activityTable)[Name]['effect'] extends Class ? Name : never
  ]: Activities[Name];
};
