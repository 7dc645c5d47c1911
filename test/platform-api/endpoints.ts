import { collect } from '../../src/platform-api/index.ts';
import type { PlatformClient } from '../../src/platform-api/index.ts';

/** One line of the coverage table: what the platform offers and which function of the client speaks it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Function of the client, as written. */
  readonly client: string;
  /** `document`: described by the interface document; `field`: seen in the field, optional. */
  readonly source: 'document' | 'field';
  /** Calls it for the ids `J` (job), `F` (file), `C` (cluster). */
  readonly call: (client: PlatformClient) => Promise<unknown>;
  /** Query and body that go out. */
  readonly query?: string;
  readonly body?: unknown;
  /** A sample answer; absent: no body. */
  readonly answer?: unknown;
}

const page = (...results: unknown[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
const job = { id: 'J', name: 'beam' };
const file = { id: 'F', name: 'out.csv' };
const status = { status: 'Pending', statusDate: '2026-11-21T10:00:00Z', statusReason: null };
const analysis = {
  analysis: { code: 'user_included', version: '0' },
  command: 'node beam.mjs',
  hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 1 },
};
const cluster = {
  name: 'beams',
  hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 1 },
  installedAnalyses: [{ analysis: { code: 'user_included', version: '0' } }],
  runLowPriority: false,
};
const field = { name: 'Mean stress', valueType: 'number' };
const v3 = (hardware: typeof analysis.hardware) => ({ ...hardware, coreType: { code: 'emerald' } });
const all = async (rows: AsyncIterable<unknown> | Promise<unknown>) => {
  const served = await rows;
  return await collect(served as AsyncIterable<unknown>);
};

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v2/coretypes/',
    client: 'coreTypes.list',
    source: 'document',
    call: (client) => all(client.coreTypes.list()),
    query: 'page=1&page_size=100',
    answer: page({ code: 'emerald', price: '0.15', cores: [1, 2] }),
  },
  {
    method: 'GET',
    path: '/api/v2/analyses/',
    client: 'analyses.list',
    source: 'document',
    call: (client) => all(client.analyses.list({ pageSize: 5 })),
    query: 'page=1&page_size=5',
    answer: page({ code: 'user_included', versions: [{ versionCode: '0' }] }),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/',
    client: 'jobs.list, jobs.listNewest, jobs.findByExactName',
    source: 'document',
    call: (client) =>
      all(client.jobs.list({ q: '#a b', state: 'completed', f: '0', jobStatus: 'Force Stop' })),
    query: 'q=%23a%20b&state=completed&f=0&job_status=FORCE_STOP&page=1&page_size=100',
    answer: page(job),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/',
    client: 'jobs.get',
    source: 'document',
    call: (client) => client.jobs.get('J'),
    answer: job,
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/',
    client: "jobs.create(…, {version: 'v2'})",
    source: 'document',
    call: (client) => client.jobs.create({ name: 'beam', jobanalyses: [analysis] }),
    body: { name: 'beam', jobanalyses: [analysis] },
    answer: job,
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/submit/',
    client: 'jobs.submit',
    source: 'document',
    call: (client) => client.jobs.submit('J'),
  },
  {
    method: 'PUT',
    path: '/api/v2/jobs/{job_id}/',
    client: 'jobs.put',
    source: 'document',
    call: (client) => client.jobs.put('J', { name: 'x' }),
    body: { name: 'x' },
    answer: { id: 'J', isLowPriority: false, name: 'x' },
  },
  {
    method: 'PATCH',
    path: '/api/v2/jobs/{job_id}/',
    client: 'jobs.patch',
    source: 'document',
    call: (client) => client.jobs.patch('J', { name: 'x' }),
    body: { name: 'x' },
    answer: { id: 'J', isLowPriority: false, name: 'x' },
  },
  {
    method: 'DELETE',
    path: '/api/v2/jobs/{job_id}/',
    client: 'jobs.delete',
    source: 'document',
    call: (client) => client.jobs.delete('J', { deleteInputFiles: true }),
    body: { deleteInputFiles: true },
  },
  {
    method: 'DELETE',
    path: '/api/v2/jobs/',
    client: 'jobs.deleteMany',
    source: 'document',
    call: (client) => client.jobs.deleteMany(['J', 'K']),
    body: { jobIds: ['J', 'K'], deleteInputFiles: false },
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/stop/',
    client: 'jobs.stop',
    source: 'document',
    call: (client) => client.jobs.stop('J'),
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/force_stop/',
    client: 'jobs.forceStop',
    source: 'document',
    call: (client) => client.jobs.forceStop('J'),
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/shutdown/',
    client: 'jobs.shutdown',
    source: 'document',
    call: (client) => client.jobs.shutdown('J'),
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/share/',
    client: 'jobs.share',
    source: 'document',
    call: (client) => client.jobs.share('J', { email: 'a@example.com', message: 'See run 3' }),
    body: { email: 'a@example.com', message: 'See run 3' },
    answer: { recipient: 'a@example.com', supportDesk: null },
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/statuses/',
    client: 'jobs.statuses',
    source: 'document',
    call: (client) => all(client.jobs.statuses('J')),
    query: 'page=1&page_size=100',
    answer: page(status),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/cluster_statuses/',
    client: 'jobs.clusterStatuses',
    source: 'document',
    call: (client) => all(client.jobs.clusterStatuses('J')),
    query: 'page=1&page_size=100',
    answer: page(status),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/extendedlogs/',
    client: 'jobs.extendedLogs',
    source: 'document',
    call: (client) => client.jobs.extendedLogs('J'),
    answer: [{ timestamp: 1_600_000_000_000, level: 'status', message: 'Pending' }],
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/files/',
    client: 'jobs.files',
    source: 'document',
    call: (client) => all(client.jobs.files('J', { search: '.csv' })),
    query: 'search=.csv&page=1&page_size=1000',
    answer: page(file),
  },
  {
    method: 'POST',
    path: '/api/v2/files/contents/',
    client: 'files.upload, files.uploadBytes',
    source: 'document',
    call: (client) => client.files.uploadBytes('x', { name: 'out.csv' }),
    answer: file,
  },
  {
    method: 'GET',
    path: '/api/v2/files/{file_id}/contents/',
    client: 'files.download, files.stream, files.read',
    source: 'document',
    call: (client) => client.files.read(file),
    answer: {},
  },
  {
    method: 'GET',
    path: '/api/v2/organizations/{company_code}/workspaces/{workspace_id}/custom-fields/',
    client: 'customFields.definitions',
    source: 'document',
    call: (client) => client.customFields.definitions('{company_code}', '{workspace_id}'),
    answer: { fields: { compute: { Inputs: [field] } }, isEnabled: true },
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/custom-fields/assigned/',
    client: 'customFields.assigned',
    source: 'document',
    call: (client) =>
      client.customFields.assigned('J', { Findings: [{ ...field, valueType: 'number' }] }),
    body: { fields: { Context: [], Inputs: [], Findings: [field] } },
    answer: { fields: { Findings: [field] } },
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/custom-fields/',
    client: 'customFields.values',
    source: 'document',
    call: (client) => client.customFields.values('J'),
    answer: { 'Mean stress': { meta: field, user: null, value: 3 } },
  },
  {
    method: 'POST',
    path: '/api/v3/clusters/',
    client: 'clusters.create',
    source: 'document',
    call: (client) => client.clusters.create(cluster),
    body: { ...cluster, hardware: v3(cluster.hardware) },
    answer: { id: 'C' },
  },
  {
    method: 'POST',
    path: '/api/v3/clusters/{cluster_id}/start/',
    client: 'clusters.start',
    source: 'document',
    call: (client) => client.clusters.start('C'),
  },
  {
    method: 'GET',
    path: '/api/v3/clusters/{cluster_id}/statuses/',
    client: 'clusters.statuses',
    source: 'document',
    call: (client) => all(client.clusters.statuses('C')),
    query: 'page=1&page_size=100',
    answer: page(status),
  },
  {
    method: 'POST',
    path: '/api/v3/jobs/',
    client: "jobs.create(…, {version: 'v3'})",
    source: 'document',
    call: (client) =>
      client.jobs.create({ name: 'beam', jobanalyses: [analysis] }, { version: 'v3' }),
    body: { name: 'beam', jobanalyses: [{ ...analysis, hardware: v3(analysis.hardware) }] },
    answer: job,
  },
  {
    method: 'POST',
    path: '/api/clusters/{cluster_id}/jobs/',
    client: 'clusters.submitJob',
    source: 'document',
    call: (client) => client.clusters.submitJob('C', { id: 'J', submit: true }),
    body: { id: 'J', submit: true },
    answer: { id: 'J' },
  },
  {
    method: 'POST',
    path: '/api/v2/jobs/{job_id}/custom-fields/',
    client: 'customFields.write',
    source: 'document',
    call: (client) => client.customFields.write('J', { 'Mean stress': 3, Note: null }),
    body: { 'Mean stress': 3, Note: null },
    answer: {},
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/runs/',
    client: 'jobs.runs',
    source: 'field',
    call: (client) => all(client.jobs.runs('J')),
    query: 'page=1&page_size=1000',
    answer: page({ id: '1', variables: [{ name: 't', value: 1.5, displayValue: '1.5' }] }),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/runs/{run}/files/',
    client: 'jobs.runFiles',
    source: 'field',
    call: (client) => all(client.jobs.runFiles('J', '{run}')),
    query: 'page=1&page_size=1000',
    answer: page(file),
  },
  {
    method: 'GET',
    path: '/api/v2/jobs/{job_id}/runs/{run}/tail/{path}/',
    client: 'jobs.liveLines',
    source: 'field',
    call: (client) => client.jobs.liveLines('J', '{run}', '{path}', { lines: 5 }),
    query: 'lines=5',
    answer: { fileType: 'text', lines: ['residual 1e-3'] },
  },
  {
    method: 'GET',
    path: '/api/v2/files/',
    client: 'files.list',
    source: 'field',
    call: (client) => all(client.files.list({ search: 'x' })),
    query: 'search=x&page=1&page_size=100',
    answer: page(file),
  },
  {
    method: 'GET',
    path: '/api/v2/files/{file_id}/',
    client: 'files.get',
    source: 'field',
    call: (client) => client.files.get('F'),
    answer: file,
  },
  {
    method: 'DELETE',
    path: '/api/v2/files/{file_id}/',
    client: 'files.delete',
    source: 'field',
    call: (client) => client.files.delete('F'),
  },
  {
    method: 'GET',
    path: '/api/v3/clusters/',
    client: 'clusters.list',
    source: 'field',
    call: (client) => all(client.clusters.list()),
    query: 'page=1&page_size=100',
    answer: page({ id: 'C', name: 'beams' }),
  },
  {
    method: 'GET',
    path: '/api/v3/clusters/{cluster_id}/',
    client: 'clusters.get',
    source: 'field',
    call: (client) => client.clusters.get('C'),
    answer: { id: 'C', name: 'beams' },
  },
  {
    method: 'POST',
    path: '/api/v3/clusters/{cluster_id}/shutdown/',
    client: 'clusters.shutdown',
    source: 'field',
    call: (client) => client.clusters.shutdown('C'),
  },
  {
    method: 'GET',
    path: '/api/v2/users/me/',
    client: 'user.me',
    source: 'field',
    call: (client) => client.user.me(),
    answer: { email: 'a@example.com', company: { code: 'acme' }, workspace: { id: 7 } },
  },
  {
    method: 'GET',
    path: '/api/v2/billing/computeprices/',
    client: 'billing.computePrices',
    source: 'field',
    call: (client) => client.billing.computePrices(),
    answer: [{ coreType: 'emerald', value: { amount: '0.15', currency: 'USD' } }],
  },
];

/** An address with the ids of the samples in it. */
export function samplePath(endpoint: Endpoint): string {
  const path = endpoint.path
    .replace('{job_id}', 'J')
    .replace('{file_id}', 'F')
    .replace('{cluster_id}', 'C')
    .replaceAll(/\{\w+\}/g, encodeURIComponent);
  return endpoint.query === undefined ? path : `${path}?${endpoint.query}`;
}
