import { changeJob, findJob, replaceJobRecord } from '../../database/job-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { answerList, pageParameters } from '../page.ts';
import { notFound } from '../problem.ts';

/** What files a job under a tag, a project or a comment. */
export const jobTagEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/:jobId/tags/',
    documented: [],
    scope: 'jobs-usage',
    summary: "A job's tags",
    parameters: pageParameters,
    handle: (exchange) =>
      answerList(
        exchange,
        jobOf(exchange).tags.map((name) => ({ name, normalizedName: name.toLowerCase() })),
      ),
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/tags/',
    documented: [],
    scope: 'jobs-usage',
    summary: 'Tag a job',
    status: 201,
    handle: async (exchange) => {
      const name = await addText(exchange, 'name', 'tags');
      return new EndpointAnswer(201, { name, normalizedName: name.toLowerCase() });
    },
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/comments/',
    documented: [],
    scope: 'jobs-usage',
    summary: 'Comment on a job',
    status: 201,
    handle: async (exchange) =>
      new EndpointAnswer(201, { text: await addText(exchange, 'text', 'comments') }),
  },
  {
    method: 'POST',
    path: '/organizations/:company/jobs/:jobId/project-assignment/',
    documented: [],
    scope: 'jobs-usage',
    summary: 'Assign a job to a project',
    handle: assignProject,
  },
];

/** Adds a text to one of the lists of a job, once. */
async function addText(
  exchange: Exchange,
  field: string,
  column: 'tags' | 'comments',
): Promise<string> {
  const { context } = exchange;
  const { id } = jobOf(exchange);
  const reader = bodyOf(exchange);
  const text = reader.string(field, { required: true, longest: 1000 }) ?? '';
  reader.errors.throwIfAny();
  await context.database.write(() => {
    const texts = new Set([...(findJob(context.database, id)?.[column] ?? []), text]);
    changeJob(context.database, id, { [column]: JSON.stringify([...texts]) });
    appendToLedger(context.database, context.now(), 'job changed', id, { [column]: text });
  });
  return text;
}

async function assignProject(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const { workspace } = context.catalogue;
  const job = jobOf(exchange);
  if (exchange.parameter('company') !== workspace.companyCode) throw notFound();
  const reader = bodyOf(exchange);
  const projectId = reader.string('projectId', { required: true });
  if (projectId !== undefined && !workspace.projects.some(({ id }) => id === projectId)) {
    reader.fail('projectId', `Invalid project "${projectId}".`);
  }
  reader.errors.throwIfAny();
  await context.database.write(() => {
    replaceJobRecord(context.database, job.id, { ...job.record, projectId: projectId ?? null });
    appendToLedger(context.database, context.now(), 'job changed', job.id, { projectId });
  });
  return { projectId };
}
