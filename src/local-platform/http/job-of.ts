import { findJob, type JobRow } from '../database/job-store.ts';
import type { Exchange } from './endpoint.ts';
import { notFound } from './problem.ts';

/** The job named in the path. @throws Problem 404. */
export function jobOf(exchange: Exchange): JobRow {
  const job = findJob(exchange.context.database, exchange.parameter('jobId'));
  if (job === undefined) throw notFound();
  return job;
}
