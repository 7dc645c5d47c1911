import { logEntrySchema, statusEntrySchema } from '../../../platform-api/schemas/index.ts';
import type { Endpoint, Exchange } from '../endpoint.ts';
import { readJobLog } from '../job-log.ts';
import { jobOf } from '../job-of.ts';
import { pageParameters } from '../page.ts';
import { answerStatuses } from '../status-page.ts';

/** What happened to a job: its statuses, those of its cluster, and the log. */
export const jobHistoryEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/:jobId/statuses/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "A job's statuses, newest first",
    parameters: pageParameters,
    response: statusEntrySchema,
    handle: (exchange) => answerStatuses(exchange, `job:${jobOf(exchange).id}`),
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/cluster_statuses/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "The statuses of a job's cluster, newest first",
    parameters: pageParameters,
    response: statusEntrySchema,
    handle: (exchange) => {
      const { id, clusterId } = jobOf(exchange);
      return answerStatuses(
        exchange,
        clusterId === null ? `job-cluster:${id}` : `cluster:${clusterId}`,
      );
    },
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/extendedlogs/',
    documented: [2],
    scope: 'jobs-usage',
    summary:
      "A job's log (its cluster, its runs, what went wrong) merged with its statuses, oldest first; a bare array",
    response: logEntrySchema,
    handle: extendedLogs,
  },
];

function extendedLogs(exchange: Exchange): unknown {
  const lines = readJobLog(exchange.context.database, jobOf(exchange));
  return lines.map(({ id, at, level, message, source }) => ({
    ...{ id, displayTimestamp: new Date(at).toISOString(), timestamp: at },
    ...{ level, message, source },
  }));
}
