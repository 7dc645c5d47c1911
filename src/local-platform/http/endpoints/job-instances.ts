import { userInfo } from 'node:os';
import { findCluster } from '../../database/cluster-store.ts';
import type { Endpoint, Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { answerList, pageParameters } from '../page.ts';

/** The machines of a job's cluster, which are all this one. */
export const jobInstanceEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/:jobId/instances/',
    documented: [],
    scope: 'jobs-usage',
    summary: "The nodes of a job's cluster while it is up, one per slot: each is this machine",
    parameters: pageParameters,
    handle: answerInstances,
  },
];

function answerInstances(exchange: Exchange): unknown {
  const { context } = exchange;
  const job = jobOf(exchange);
  const cluster = job.clusterId === null ? undefined : findCluster(context.database, job.clusterId);
  const status = cluster?.status ?? job.clusterStatus;
  const isUp = status === 'Started' || status === 'Stop Requested';
  const hardware = cluster?.record.hardware ?? job.record.jobanalyses[0]?.hardware;
  const shared = {
    publicIp: '127.0.0.1',
    publicHostname: 'localhost',
    sshPort: 22,
    username: context.settings.runUser?.name ?? userInfo().username,
    clusterId: cluster?.id ?? job.id,
  };
  const nodes = Array.from({ length: isUp ? (hardware?.slots ?? 1) : 0 }, (_, i) => ({
    ...{ id: `${shared.clusterId}-${i + 1}`, role: i === 0 ? 'MPI_MASTER' : 'MPI_SLAVE' },
    ...shared,
  }));
  return answerList(exchange, nodes);
}
