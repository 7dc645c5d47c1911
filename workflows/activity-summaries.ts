/** What the Temporal UI shows on an activity's bar: the thing it works on, in a few words (120 characters are shown). */
import type { Activities } from '../src/run/activity-contract.ts';

type Summaries = {
  readonly [Name in keyof Activities]: (input: Parameters<Activities[Name]>[0]) => string;
};

export const activitySummaries: Summaries = {
  planStudy: () => 'plan the study from its snapshot',
  uploadStudyFile: ({ name }) => `upload ${name}`,
  prepareJob: ({ jobNumber }) => `write the files of job ${jobNumber}`,
  uploadJobFile: ({ jobNumber, name }) => `upload ${name} of job ${jobNumber}`,
  createJob: ({ jobNumber, onCluster }) =>
    `create job ${jobNumber}${onCluster ? ' for the cluster' : ''}`,
  findJob: ({ jobNumber }) => `look for job ${jobNumber} by its name`,
  checkJob: ({ jobNumber, jobId }) => `check job ${jobNumber} (${jobId}) before it costs anything`,
  submitJob: ({ jobNumber, jobId, clusterId }) =>
    `submit job ${jobNumber} (${jobId})${clusterId === undefined ? '' : ` onto cluster ${clusterId}`}`,
  readJobStatuses: ({ jobId }) => `read the history of job ${jobId}`,
  watchJobs: ({ expected }) =>
    `wait for news of ${expected.length} job${expected.length === 1 ? '' : 's'}`,
  stopJob: ({ jobId, mode }) => `${mode} job ${jobId}`,
  collectJob: ({ jobNumber, jobId }) => `collect the outputs of job ${jobNumber} (${jobId})`,
  refuseJob: ({ jobNumber }) => `book job ${jobNumber} as refused`,
  withdrawJob: ({ jobNumber }) => `book job ${jobNumber} as withdrawn`,
  planRetry: ({ jobNumber }) => `choose failed runs for job ${jobNumber}`,
  readPrice: () => 'read the price of a core hour',
  analyseStudy: () => 'tables, statistics and findings',
  listJobs: ({ from }) => `jobs from number ${from + 1}`,
  assignFindings: ({ jobId }) => `assign findings to job ${jobId}`,
  writeFindings: ({ jobId }) => `write findings onto job ${jobId}`,
  readFindings: ({ jobId }) => `read findings back from job ${jobId}`,
  closeStudy: ({ progress }) => `close the study: ${progress.state}`,
  createCluster: ({ name }) => `create cluster ${name}`,
  findCluster: ({ name }) => `look for cluster ${name} by its name`,
  startCluster: ({ clusterId }) => `start cluster ${clusterId}`,
  readCluster: ({ clusterId }) => `read the history of cluster ${clusterId}`,
  watchCluster: ({ clusterId, known }) => `wait for news of cluster ${clusterId}, now ${known}`,
  shutdownCluster: ({ clusterId }) => `end cluster ${clusterId}`,
};
