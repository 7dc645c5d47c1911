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
 * - `transfer`: whole files up or down, or what takes as long, on a task queue of their own.
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

const of =
  <Class extends EffectClass>(effect: Class) =>
  <Summary>(summary: Summary) => ({ effect, summary });
const step = of('step');
const read = of('read');
const write = of('write');
const once = of('once');
const transfer = of('transfer');
const wait = of('wait');

/** The table: an activity, its effect class and its summary. */
export const activityTable = {
  takeTicket: step(({ ticket, use }) => `take ticket ${ticket} (${use})`),
  planStudy: step(() => 'plan the study from its snapshot'),
  uploadStudyFile: transfer(({ name }) => `upload ${name}`),
  readRevision: step(({ revision }) => `read revision ${revision} of the study's files`),
  readOutputsAnew: transfer(() => 'read the outputs of collected runs anew'),
  prepareJob: step(({ jobNumber }) => `write the files of job ${jobNumber}`),
  uploadJobFile: transfer(({ jobNumber, name }) => `upload ${name} of job ${jobNumber}`),
  createJob: once(
    ({ jobNumber, onCluster }) => `create job ${jobNumber}${onCluster ? ' for the cluster' : ''}`,
  ),
  findJob: read(({ jobNumber }) => `look for job ${jobNumber} by its name`),
  checkJob: write(
    ({ jobNumber, jobId }) => `check job ${jobNumber} (${jobId}) before it costs anything`,
  ),
  submitJob: once(
    ({ jobNumber, jobId, clusterId }) =>
      `submit job ${jobNumber} (${jobId})${clusterId === undefined ? '' : ` onto cluster ${clusterId}`}`,
  ),
  readJobStatuses: read(({ jobId }) => `read the history of job ${jobId}`),
  watchJobs: wait(({ heard }) => `wait for news of jobs: ${Object.keys(heard).length}`),
  stopJob: write(({ jobId, mode }) => `${mode} job ${jobId}`),
  collectEndedRuns: transfer(
    ({ jobNumber, jobId }) => `collect the ended runs of job ${jobNumber} (${jobId})`,
  ),
  collectJob: transfer(
    ({ jobNumber, jobId }) => `collect the outputs of job ${jobNumber} (${jobId})`,
  ),
  refuseJob: step(({ jobNumber }) => `book job ${jobNumber} as refused`),
  withdrawJob: step(({ jobNumber }) => `book job ${jobNumber} as withdrawn`),
  withdrawUnbegun: step(() => 'withdraw the runs that never began'),
  planRetry: step(({ jobNumber }) => `choose failed runs for job ${jobNumber}`),
  awaitSharedRuns: wait(() => 'wait for runs that other studies run'),
  renewSharedRuns: step(() => 'look again for runs that other studies have'),
  readPrice: read(() => 'read the price of a core hour'),
  describeStudy: step(() => 'why runs failed, and what it cost'),
  analyseStudy: step(() => 'tables, statistics and findings'),
  listJobs: step(({ from }) => `jobs from number ${from + 1}`),
  assignFindings: write(({ jobId }) => `assign findings to job ${jobId}`),
  writeFindings: write(({ jobId }) => `write findings onto job ${jobId}`),
  readFindings: read(({ jobId }) => `read findings back from job ${jobId}`),
  closeStudy: step(({ progress }) => `close the study: ${progress.state}`),
  createCluster: once(({ name }) => `create cluster ${name}`),
  findCluster: read(({ name }) => `look for cluster ${name} by its name`),
  startCluster: once(({ clusterId }) => `start cluster ${clusterId}`),
  readCluster: read(({ clusterId }) => `read the history of cluster ${clusterId}`),
  watchCluster: wait(
    ({ clusterId, known }) => `wait for news of cluster ${clusterId}, now ${known}`,
  ),
  fitJob: read(
    ({ jobNumber, clusterId }) =>
      `see whether cluster ${clusterId} has the time for job ${jobNumber}`,
  ),
  reserveCost: read(
    ({ jobNumber }) =>
      `set aside what ${jobNumber === undefined ? 'the cluster' : `job ${jobNumber}`} may cost`,
  ),
  shutdownCluster: write(({ clusterId }) => `end cluster ${clusterId}`),
  reap: step(({ reason }) => `look for clusters and jobs that nobody answers for (${reason})`),
  prepareRecurrence: step(({ passTime }) => `make the study of ${passTime}`),
  admitRecurrence: step(({ passTime }) => `may the study of ${passTime} begin`),
  closeRecurrence: step(({ studyId }) => `compare the results of ${studyId}, and tell`),
  openPass: step(({ archive }) => `read the order of archive ${archive}`),
  selectJobs: transfer(({ archive }) => `list and choose the jobs of archive ${archive}`),
  archiveJobs: transfer(({ batch }) => `copy the jobs of batch ${batch}`),
  proveJobs: transfer(({ batch }) => `read back and prove batch ${batch}`),
  archiveStudy: transfer(({ studyId }) => `write the crate of study ${studyId}`),
  planDeletions: transfer(() => 'which proven jobs are past their keep time'),
  deleteJobs: transfer(({ batch }) => `delete the proven jobs of batch ${batch}`),
  recordDecision: step(({ decision }) => `keep the decision: ${decision.decision}`),
  closePass: step(() => 'write the report of the pass'),
} as const satisfies ActivityTable;

/** The activities of one effect class. */
export type ActivitiesOf<Class extends EffectClass> = {
  readonly [
    Name in keyof Activities as (typeof activityTable)[Name]['effect'] extends Class ? Name : never
  ]: Activities[Name];
};
