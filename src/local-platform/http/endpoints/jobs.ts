import {
  createJobRequestSchema,
  jobListItemSchema,
  jobSchema,
  jobSummarySchema,
} from '../../../platform-api/schemas/index.ts';
import { findFile, setUploadType } from '../../database/file-store.ts';
import {
  changeJob,
  insertJob,
  type JobRow,
  findJob,
  pageOfJobs,
  replaceJobRecord,
} from '../../database/job-store.ts';
import { assignField } from '../../database/custom-field-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { presentJob, presentJobListItem } from '../../present/present-job.ts';
import { describeRuns } from '../../scheduling/expand-runs.ts';
import { parseJob } from '../../validation/parse-job.ts';
import { workspaceFields } from '../../validation/workspace-fields.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobListCondition } from '../job-list-condition.ts';
import { answerPage, pageParameters, readPage } from '../page.ts';
import { fileIdsOf, typedFilesOf } from '../../job-files.ts';
import type { JobRecord } from '../../job-record.ts';
import { jobOf } from '../job-of.ts';

/** List, create, get and change jobs. */
export const jobEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'List jobs, newest first',
    parameters: {
      ...pageParameters,
      job_status: 'Only jobs with this status, such as EXECUTING.',
      state: '`completed` or `not_completed`.',
      f: '0 all jobs, 1 owned jobs, 2 shared jobs.',
      q: 'Text search with facets.',
    },
    response: jobListItemSchema,
    handle: (exchange) => {
      const { context } = exchange;
      const page = readPage(exchange);
      const condition = jobListCondition(exchange);
      const { count, rows } = pageOfJobs(context.database, condition, page.offset, page.size);
      const results = rows.map((job) => presentJobListItem(context, job));
      return answerPage(exchange, page, count, results);
    },
  },
  {
    method: 'POST',
    path: '/jobs/',
    documented: [2, 3],
    scope: 'jobs-usage',
    summary: 'Create a job; it is saved, not started',
    request: createJobRequestSchema,
    status: 201,
    response: jobSchema,
    handle: createJob,
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "A job's full record",
    response: jobSchema,
    handle: (exchange) => presentJob(exchange.context, jobOf(exchange), exchange.version),
  },
  changeEndpoint('PUT'),
  changeEndpoint('PATCH'),
];

async function createJob(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const { database, catalogue } = context;
  const parsed = parseJob(bodyOf(exchange), {
    version: exchange.version,
    catalogue,
    hasFile: (id) => findFile(database, id) !== undefined,
  });
  const record = await describeRuns(context, parsed);
  let inputBytes = 0;
  for (const id of fileIdsOf(record)) inputBytes += findFile(database, id)?.size ?? 0;
  const id = context.createId();
  await database.write(() => {
    insertJob(database, id, record, context.now(), inputBytes);
    for (const [fileId, type] of typedFilesOf(record)) setUploadType(database, fileId, type);
    for (const field of workspaceFields(catalogue)) assignField(database, id, field);
    appendToLedger(database, context.now(), 'job created', id, {
      name: record.name,
      expectedRuns: record.expectedRuns,
    });
  });
  return new EndpointAnswer(
    201,
    presentJob(context, findJob(database, id) as JobRow, exchange.version),
  );
}

function changeEndpoint(method: 'PUT' | 'PATCH'): Endpoint {
  return {
    method,
    path: '/jobs/:jobId/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "Change a job's name, priority or project",
    response: jobSummarySchema,
    handle: changeRecord,
  };
}

/** The answer to a change; clients in the field also read the project from it. */
function summaryOf(exchange: Exchange, id: string, record: JobRecord): unknown {
  const { name, isLowPriority, projectId } = record;
  const documented = { id, isLowPriority, name };
  return exchange.context.settings.documentOnly ? documented : { ...documented, projectId };
}

async function changeRecord(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const job = jobOf(exchange);
  const reader = bodyOf(exchange, {});
  const name = reader.string('name', { longest: 255 }) ?? job.record.name;
  const isLowPriority = reader.boolean('isLowPriority', job.record.isLowPriority);
  const projectId = reader.string('projectId', { blank: true });
  if (
    projectId !== undefined &&
    projectId !== '' &&
    !context.catalogue.workspace.projects.some((p) => p.id === projectId)
  ) {
    reader.fail('projectId', `Invalid project "${projectId}".`);
  }
  reader.errors.throwIfAny();
  // A completed job answers as if it had changed, and stays as it is: so does the platform.
  if (job.status === 'Completed') {
    return summaryOf(exchange, job.id, job.record);
  }
  const record = {
    ...job.record,
    ...{ name, isLowPriority },
    projectId: reader.raw('projectId') === null ? null : (projectId ?? job.record.projectId),
  };
  await context.database.write(() => {
    replaceJobRecord(context.database, job.id, record);
    changeJob(context.database, job.id, { project_id: record.projectId });
    appendToLedger(context.database, context.now(), 'job changed', job.id, { name });
  });
  return summaryOf(exchange, job.id, record);
}
