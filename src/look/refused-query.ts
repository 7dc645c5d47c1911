/** A query that a worker refused, as it has not the key with which one asks here: the work goes on, and nobody here is told how far it is. */
import type { Client, QueryNotRegisteredError } from '@temporalio/client';
import { noWorkerCode, type Trouble } from '../run/trouble.ts';
import { refusedQuery } from '../sealing/envelope.ts';
import { workersRefusing } from './silent-worker.ts';

/** The client's word for any query that failed is one; the workflow's own tells which. */
export function isRefusedQuery({ message }: QueryNotRegisteredError): boolean {
  return message.includes(refusedQuery);
}

/** What is waited for, and who has to have which key. */
export async function refusalTrouble(
  { message }: Error,
  from: { readonly temporalClient: Client; readonly fingerprints?: readonly string[] | undefined },
  now: Date,
): Promise<Trouble> {
  const wanted = await workersRefusing(from.temporalClient, from.fingerprints ?? []);
  const since = now.toISOString();
  return { ...wanted, code: noWorkerCode, since, attempts: 1, lastError: message };
}
