import type { SqlValue } from '../database/connection.ts';
import type { JobCondition } from '../database/job-store.ts';
import type { Exchange } from './endpoint.ts';
import { badRequest } from './problem.ts';
import { parseJobQuery } from './job-query.ts';

const statusFilters: Readonly<Record<string, string>> = {
  PENDING: 'Pending',
  QUEUED: 'Queued',
  STARTED: 'Started',
  VALIDATED: 'Validated',
  EXECUTING: 'Executing',
  COMPLETED: 'Completed',
  STOPPING: 'Stopping',
  WAITING_FOR_CLUSTER: 'Waiting for Cluster',
  FORCE_STOP: 'Force Stop',
  WAITING_FOR_QUEUE: 'Waiting for Queue',
};

/** The jobs that a request for the list asks for. @throws Problem 400 for an unknown value of a filter. */
export function jobListCondition(exchange: Exchange): JobCondition {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const status = exchange.query('job_status');
  if (status !== undefined && status !== '') {
    const name = statusFilters[status.toUpperCase().replaceAll(' ', '_')];
    if (name === undefined) {
      throw badRequest({
        job_status: [`Select a valid choice. ${status} is not one of the available choices.`],
      });
    }
    parts.push('status = ?');
    values.push(name);
  }
  const state = exchange.query('state');
  if (state !== undefined && state !== '') {
    if (state === 'completed') parts.push(`status = 'Completed'`);
    else if (state === 'not_completed') parts.push(`(status IS NULL OR status <> 'Completed')`);
    else {
      throw badRequest({
        state: [`Select a valid choice. ${state} is not one of the available choices.`],
      });
    }
  }
  const visibility = exchange.query('f') ?? '1';
  if (!['', '0', '1', '2'].includes(visibility)) {
    throw badRequest({
      f: [`Select a valid choice. ${visibility} is not one of the available choices.`],
    });
  }
  // This platform has one user, so nothing is shared with them by another.
  if (visibility === '2') parts.push('0');
  const search = parseJobQuery(
    exchange.query('q') ?? '',
    exchange.context.catalogue.workspace.owner,
  );
  parts.push(`(${search.sql})`);
  values.push(...search.values);
  return { sql: parts.join(' AND '), values };
}
