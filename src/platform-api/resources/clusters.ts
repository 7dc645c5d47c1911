import { listResource } from '../list-resource.ts';
import { isNotServed, orNotServed } from '../not-served.ts';
import { collect } from '../pages.ts';
import type { CallOptions } from '../call-options.ts';
import type { Clusters } from '../platform-client.ts';
import { clusterJobSchema, clusterSchema } from '../schemas/index.ts';
import { callJson, callNothing } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';
import { onlyIfServed, withFirstRow } from './first-row.ts';
import { readHistory } from './status-history.ts';

/** Persistent clusters: made, started, watched, given jobs. List, get and shutdown go beyond the document. */
export function createClusters(transport: Transport): Clusters {
  const all = '/api/v3/clusters/';
  const pathOf = (clusterId: string, rest = '') => `${all}${encodeURIComponent(clusterId)}/${rest}`;
  const statuses: Clusters['statuses'] = (clusterId, options) =>
    readHistory(transport, pathOf(clusterId, 'statuses/'), options);
  const exists = (clusterId: string, options: CallOptions | undefined) =>
    collect(statuses(clusterId, options));
  const post = (path: string, options: CallOptions | undefined) =>
    callNothing(transport, { method: 'POST', path }, options?.signal);

  return {
    create: (cluster, options) => {
      const { coreType, ...hardware } = cluster.hardware;
      const code = typeof coreType === 'string' ? coreType : coreType.code;
      const value = { ...cluster, hardware: { ...hardware, coreType: { code } } };
      const request = { method: 'POST', path: all, body: { kind: 'json', value } } as const;
      return callJson(transport, request, clusterSchema, options?.signal);
    },
    start: (clusterId, options) => post(pathOf(clusterId, 'start/'), options),
    statuses,
    submitJob: (clusterId, { id, submit }, options) => {
      const path = `/api/clusters/${encodeURIComponent(clusterId)}/jobs/`;
      const body = { kind: 'json', value: { id, submit } } as const;
      const request = { method: 'POST', path, body } as const;
      return callJson(transport, request, clusterJobSchema, options?.signal);
    },
    list: (options) => {
      const spec = { path: all, item: clusterSchema, keyOf: (c: { readonly id: string }) => c.id };
      return orNotServed(transport, {
        endpoint: `GET ${all}`,
        call: () => withFirstRow(listResource(transport, spec, options)),
      });
    },
    get: (clusterId, options) => {
      const request = { method: 'GET', path: pathOf(clusterId) } as const;
      return orNotServed(transport, {
        endpoint: `GET ${all}{cluster_id}/`,
        call: () => callJson(transport, request, clusterSchema, options?.signal),
        objectExists: () => exists(clusterId, options),
      });
    },
    shutdown: async (clusterId, options) => {
      const first = await onlyIfServed(transport, {
        endpoint: `POST ${all}{cluster_id}/shutdown/`,
        call: () => post(pathOf(clusterId, 'shutdown/'), options),
        objectExists: () => exists(clusterId, options),
      });
      if (!isNotServed(first)) return undefined;
      // Of the scripts seen in the field, some end a cluster by this name.
      const second = await onlyIfServed(transport, {
        endpoint: `POST ${all}{cluster_id}/stop/`,
        call: () => post(pathOf(clusterId, 'stop/'), options),
      });
      if (!isNotServed(second)) return undefined;
      // A name that is there and refused says more than one that isn't.
      return first.reason === undefined ? second : first;
    },
  };
}
