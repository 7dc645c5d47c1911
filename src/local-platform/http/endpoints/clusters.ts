import { z } from 'zod';
import {
  clusterJobRequestSchema,
  clusterJobSchema,
  clusterSchema,
  createClusterRequestSchema,
  statusEntrySchema,
} from '../../../platform-api/schemas/index.ts';
import {
  changeCluster,
  type ClusterRow,
  findCluster,
  insertCluster,
  pageOfClusters,
} from '../../database/cluster-store.ts';
import { changeJob, findJob } from '../../database/job-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { appendStatus } from '../../database/status-history.ts';
import { presentCluster } from '../../present/present-cluster.ts';
import { submitJob } from '../../scheduling/submit-job.ts';
import { parseCluster } from '../../validation/parse-cluster.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { answerPage, pageParameters, readPage } from '../page.ts';
import { badRequest, notFound } from '../problem.ts';
import { answerStatuses } from '../status-page.ts';

/** Persistent clusters and the jobs put onto them. */
export const clusterEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/clusters/',
    documented: [3],
    scope: 'clusters-usage',
    summary: 'Create a persistent cluster; it is not started',
    request: createClusterRequestSchema.partial({ name: true }),
    status: 201,
    response: clusterSchema,
    handle: createCluster,
  },
  {
    method: 'POST',
    path: '/clusters/:clusterId/start/',
    documented: [3],
    scope: 'clusters-usage',
    summary: 'Start a cluster; one that was started before is refused',
    status: 204,
    response: 'none',
    handle: startCluster,
  },
  {
    method: 'GET',
    path: '/clusters/:clusterId/statuses/',
    documented: [3],
    scope: 'clusters-usage',
    summary: "A cluster's statuses, newest first",
    parameters: pageParameters,
    response: statusEntrySchema,
    handle: (exchange) => {
      const { id } = clusterOf(exchange);
      return answerStatuses(exchange, `cluster:${id}`, id);
    },
  },
  {
    method: 'POST',
    path: '/clusters/:clusterId/jobs/',
    documented: [1],
    scope: 'clusters-usage',
    summary: 'Put a saved job onto a cluster, and submit it there',
    request: clusterJobRequestSchema,
    response: clusterJobSchema,
    handle: putJobOntoCluster,
  },
  {
    method: 'GET',
    path: '/clusters/',
    documented: [],
    scope: 'clusters-usage',
    summary: 'List clusters, newest first',
    parameters: pageParameters,
    response: clusterSchema,
    handle: (exchange) => {
      const { context } = exchange;
      const page = readPage(exchange);
      const { count, rows } = pageOfClusters(context.database, page.offset, page.size);
      const results = rows.map((cluster) => presentCluster(context, cluster));
      return answerPage(exchange, page, count, results);
    },
  },
  {
    method: 'GET',
    path: '/clusters/:clusterId/',
    documented: [],
    scope: 'clusters-usage',
    summary: 'One cluster',
    response: clusterSchema,
    handle: (exchange) => presentCluster(exchange.context, clusterOf(exchange)),
  },
  endEndpoint('shutdown'),
  endEndpoint('stop'),
  {
    method: 'DELETE',
    path: '/clusters/:clusterId/',
    documented: [],
    scope: 'clusters-usage',
    summary: 'Delete a cluster that never started or has stopped',
    status: 204,
    response: 'none',
    handle: async (exchange) => {
      const { context } = exchange;
      const cluster = clusterOf(exchange);
      if (cluster.status !== 'Stopped' && cluster.status !== 'Not Started') {
        throw badRequest({ detail: 'The cluster must be stopped first.' });
      }
      await context.database.write(() => {
        context.database.run('DELETE FROM clusters WHERE id = ?', cluster.id);
      });
      return new EndpointAnswer(204);
    },
  },
];

/** The cluster named in the path. @throws Problem 404. */
function clusterOf(exchange: Exchange): ClusterRow {
  const cluster = findCluster(exchange.context.database, exchange.parameter('clusterId'));
  if (cluster === undefined) throw notFound();
  return cluster;
}

async function createCluster(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const record = parseCluster(bodyOf(exchange), context.catalogue);
  const id = context.createId();
  await context.database.write(() => {
    insertCluster(context.database, id, record, context.now());
    appendStatus(context.database, `cluster:${id}`, 'Not Started', context.now());
    appendToLedger(context.database, context.now(), 'cluster created', id, { name: record.name });
  });
  return new EndpointAnswer(
    201,
    presentCluster(context, findCluster(context.database, id) as ClusterRow),
  );
}

async function startCluster(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const { id } = clusterOf(exchange);
  await context.database.write(() => {
    // Of two starts at the same time, the second finds the first one's effect.
    const status = findCluster(context.database, id)?.status ?? 'deleted';
    if (status !== 'Not Started') {
      throw badRequest({ detail: `The cluster is ${status} and cannot be started again.` });
    }
    changeCluster(context.database, id, 'Pending');
    appendStatus(context.database, `cluster:${id}`, 'Pending', context.now());
    appendToLedger(context.database, context.now(), 'cluster started', id);
  });
  context.scheduler.wakeCluster(id);
  return new EndpointAnswer(204);
}

async function putJobOntoCluster(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const cluster = clusterOf(exchange);
  const reader = bodyOf(exchange);
  const jobId = reader.string('id', { required: true });
  const submit = reader.boolean('submit', false);
  const job = jobId === undefined ? undefined : findJob(context.database, jobId);
  if (jobId !== undefined && job === undefined) {
    reader.fail('id', `Invalid pk "${jobId}" - object does not exist.`);
  }
  if (cluster.status === 'Stopped' || cluster.status === 'Stopping') {
    reader.fail('detail', `The cluster is ${cluster.status}.`);
  }
  reader.errors.throwIfAny();
  if (job === undefined) throw notFound();
  if (job.status === null) {
    await context.database.write(() => {
      changeJob(context.database, job.id, { cluster_id: cluster.id });
    });
  }
  if (submit) await submitJob(context, job, cluster.id);
  return { id: job.id };
}

function endEndpoint(name: 'shutdown' | 'stop'): Endpoint {
  return {
    method: 'POST',
    path: `/clusters/:clusterId/${name}/`,
    documented: [],
    scope: 'clusters-usage',
    summary: 'End a cluster with the jobs on it',
    status: 202,
    response: z.object({}),
    handle: async (exchange) => {
      const { context } = exchange;
      const { id } = clusterOf(exchange);
      await context.database.write(() => {
        const status = findCluster(context.database, id)?.status ?? '';
        if (['Stop Requested', 'Stopping', 'Stopped'].includes(status)) return;
        changeCluster(context.database, id, 'Stop Requested');
        appendStatus(context.database, `cluster:${id}`, 'Stop Requested', context.now());
      });
      context.scheduler.wakeCluster(id);
      return new EndpointAnswer(202, {});
    },
  };
}
