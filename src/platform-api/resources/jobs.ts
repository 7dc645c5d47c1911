import { listResource } from '../list-resource.ts';
import type { Jobs } from '../platform-client.ts';
import { z } from 'zod';
import {
  fileSchema,
  jobSchema,
  jobSummarySchema,
  logEntrySchema,
  shareSchema,
} from '../schemas/index.ts';
import type { CreateJobRequest } from '../schemas/index.ts';
import { callJson, callNothing } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';
import { findByExactName, listJobs, listNewest } from './job-list.ts';
import { createJobRuns } from './job-runs.ts';
import { createLiveFiles } from './live-files.ts';
import { readHistory } from './status-history.ts';

/** Jobs: created, submitted, read, stopped, shared and deleted. */
export function createJobs(transport: Transport): Jobs {
  const pathOf = (jobId: string, rest = '') => `/api/v2/jobs/${encodeURIComponent(jobId)}/${rest}`;
  const post = (path: string, signal: AbortSignal | undefined) =>
    callNothing(transport, { method: 'POST', path }, signal);
  const change = (
    method: 'PUT' | 'PATCH',
    jobId: string,
    value: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
  ) => {
    const request = { method, path: pathOf(jobId), body: { kind: 'json', value } } as const;
    return callJson(transport, request, jobSummarySchema, signal);
  };
  const get: Jobs['get'] = (jobId, options) =>
    callJson(transport, { method: 'GET', path: pathOf(jobId) }, jobSchema, options?.signal);

  return {
    list: (options) => listJobs(transport, options),
    listNewest: (options) => listNewest(transport, options),
    findByExactName: (word, name, options) => findByExactName(transport, word, name, options),
    get,
    create: (body, options) => {
      const version = options?.version ?? 'v2';
      const value = version === 'v2' ? withCoreTypeCodes(body) : withCoreTypeObjects(body);
      const path = `/api/${version}/jobs/`;
      const request = { method: 'POST', path, body: { kind: 'json', value } } as const;
      return callJson(transport, request, jobSchema, options?.signal);
    },
    submit: (jobId, options) => post(pathOf(jobId, 'submit/'), options?.signal),
    stop: (jobId, options) => post(pathOf(jobId, 'stop/'), options?.signal),
    forceStop: (jobId, options) => post(pathOf(jobId, 'force_stop/'), options?.signal),
    shutdown: (jobId, options) => post(pathOf(jobId, 'shutdown/'), options?.signal),
    patch: (jobId, changes, options) => change('PATCH', jobId, changes, options?.signal),
    put: (jobId, fields, options) => change('PUT', jobId, fields, options?.signal),
    delete: (jobId, { deleteInputFiles, signal } = {}) => {
      const request = { method: 'DELETE', path: pathOf(jobId) } as const;
      if (deleteInputFiles === undefined) return callNothing(transport, request, signal);
      const body = { kind: 'json', value: { deleteInputFiles } } as const;
      return callNothing(transport, { ...request, body }, signal);
    },
    deleteMany: (jobIds, { deleteInputFiles = false, signal } = {}) => {
      const body = { kind: 'json', value: { jobIds, deleteInputFiles } } as const;
      return callNothing(transport, { method: 'DELETE', path: '/api/v2/jobs/', body }, signal);
    },
    share: (jobId, { email, message }, options) => {
      const body = { kind: 'json', value: { email, message: message ?? '' } } as const;
      const request = { method: 'POST', path: pathOf(jobId, 'share/'), body } as const;
      return callJson(transport, request, shareSchema, options?.signal);
    },
    statuses: (jobId, options) => readHistory(transport, pathOf(jobId, 'statuses/'), options),
    clusterStatuses: (jobId, options) =>
      readHistory(transport, pathOf(jobId, 'cluster_statuses/'), options),
    extendedLogs: (jobId, options) => {
      const request = { method: 'GET', path: pathOf(jobId, 'extendedlogs/') } as const;
      return callJson(transport, request, z.array(logEntrySchema), options?.signal);
    },
    files: (jobId, options) =>
      listResource(
        transport,
        {
          path: pathOf(jobId, 'files/'),
          query: { search: options?.search },
          item: fileSchema,
          keyOf: (file) => file.id,
          pageSize: 1000,
          looksLonger: true,
        },
        options,
      ),
    ...createJobRuns(transport, get),
    ...createLiveFiles(transport),
  };
}

/** v2 spells a core type as its code. */
function withCoreTypeCodes(body: CreateJobRequest): unknown {
  return withHardware(body, (coreType) =>
    typeof coreType === 'string' ? coreType : coreType.code,
  );
}

/** v3 spells a core type as an object. */
function withCoreTypeObjects(body: CreateJobRequest): unknown {
  return withHardware(body, (coreType) =>
    typeof coreType === 'string' ? { code: coreType } : coreType,
  );
}

function withHardware(
  body: CreateJobRequest,
  spell: (coreType: string | { code: string }) => unknown,
): unknown {
  return {
    ...body,
    jobanalyses: body.jobanalyses.map((analysis) => {
      const { coreType, ...hardware } = analysis.hardware;
      const spelled = coreType === undefined ? {} : { coreType: spell(coreType) };
      return { ...analysis, hardware: { ...spelled, ...hardware } };
    }),
  };
}
