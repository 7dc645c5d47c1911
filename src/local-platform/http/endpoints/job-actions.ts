import { z } from 'zod';
import { shareSchema } from '../../../platform-api/schemas/index.ts';
import { changeJob, type JobRow, type StopRequest } from '../../database/job-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { deleteJob } from '../../scheduling/delete-job.ts';
import { submitJob } from '../../scheduling/submit-job.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { badRequest } from '../problem.ts';
import { findJob } from '../../database/job-store.ts';

const deleteRequest = z.object({ deleteInputFiles: z.boolean().optional() });
const deleteManyRequest = deleteRequest.extend({ jobIds: z.array(z.string()) });
const shareRequest = z.object({ email: z.string(), message: z.string().optional() });

/** What is done with a job: submit, the three ways to stop, delete, share. */
export const jobActionEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/jobs/:jobId/submit/',
    documented: [2],
    scope: 'job-submission',
    summary: 'Submit a saved job to run; one that was submitted before is refused',
    response: 'none',
    handle: async (exchange) => {
      await submitJob(exchange.context, jobOf(exchange));
      return new EndpointAnswer(200);
    },
  },
  stopEndpoint('stop', 'stop', 'Ask a job to end; its outputs are saved'),
  stopEndpoint('force_stop', 'force', 'End a batch job by SIGTERM; its outputs are saved'),
  stopEndpoint('shutdown', 'shutdown', 'End a job at once; its outputs are lost'),
  {
    method: 'DELETE',
    path: '/jobs/:jobId/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'Delete a job that is not executing',
    request: deleteRequest,
    status: 204,
    response: 'none',
    handle: async (exchange) => {
      const reader = bodyOf(exchange, {});
      const withInputs = reader.boolean('deleteInputFiles', false);
      reader.errors.throwIfAny();
      await deleteJob(exchange.context, [jobOf(exchange)], withInputs);
      return new EndpointAnswer(204);
    },
  },
  {
    method: 'DELETE',
    path: '/jobs/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'Delete several jobs, all or none',
    request: deleteManyRequest,
    status: 204,
    response: 'none',
    handle: deleteMany,
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/share/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'Share a job with a colleague or a support desk',
    request: shareRequest,
    response: shareSchema,
    handle: shareJob,
  },
];

function stopEndpoint(name: string, how: StopRequest, summary: string): Endpoint {
  return {
    method: 'POST',
    path: `/jobs/:jobId/${name}/`,
    documented: [2],
    scope: 'jobs-usage',
    summary,
    status: 202,
    response: 'none',
    handle: async (exchange) => {
      const { context } = exchange;
      const job = jobOf(exchange);
      if (job.status === null) {
        throw badRequest({ detail: 'The job has not been submitted, so it cannot be stopped.' });
      }
      if (
        how === 'force' &&
        job.record.jobanalyses.some((a) => a.hardware.type === 'interactive')
      ) {
        throw badRequest({ detail: 'Force stop is not supported for workstations.' });
      }
      if (job.status !== 'Completed' && rank(how) > rank(job.stopAsked)) {
        await context.database.write(() => {
          changeJob(context.database, job.id, { stop_asked: how });
        });
        context.scheduler.wakeJob(job.id);
      }
      return new EndpointAnswer(202);
    },
  };
}

/** A harder way to stop replaces a softer one, never the other way round. */
function rank(how: StopRequest | null): number {
  return how === null ? 0 : how === 'stop' ? 1 : how === 'force' ? 2 : 3;
}

async function deleteMany(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const reader = bodyOf(exchange);
  const withInputs = reader.boolean('deleteInputFiles', false);
  const jobs: JobRow[] = [];
  reader.list('jobIds', { required: true }).forEach((id, i) => {
    const job = typeof id === 'string' ? findJob(context.database, id) : undefined;
    if (job === undefined) reader.errors.add(['jobIds', i], `Invalid pk "${String(id)}".`);
    else jobs.push(job);
  });
  reader.errors.throwIfAny();
  await deleteJob(context, jobs, withInputs);
  return new EndpointAnswer(204);
}

async function shareJob(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const { database, catalogue } = context;
  const job = jobOf(exchange);
  const reader = bodyOf(exchange);
  const email = reader.string('email', { required: true, longest: 254 })?.toLowerCase() ?? '';
  reader.string('message', { blank: true });
  const desk = catalogue.analyses
    .flatMap(({ supportDesks }) => supportDesks)
    .find((d) => d.email.toLowerCase() === email);
  const isMember = catalogue.workspace.members.some((m) => m.toLowerCase() === email);
  if (email !== '' && desk === undefined && !isMember) {
    reader.fail(
      'email',
      'Jobs can be shared only within your organization or with a support desk.',
    );
  }
  reader.errors.throwIfAny();
  await database.write(() => {
    const shared = new Set([...(findJob(database, job.id)?.sharedWith ?? []), email]);
    changeJob(database, job.id, { shared_with: JSON.stringify([...shared]) });
    appendToLedger(database, context.now(), 'job changed', job.id, { sharedWith: email });
  });
  return { recipient: email, supportDesk: desk ?? null };
}
