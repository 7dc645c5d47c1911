/** What a namespace lacks of what we need, added where the account may: itself, its retention, its search attributes. */
import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { UsageError } from '../errors.ts';
import { ensureSearchAttributes } from './search-attributes.ts';

/** gRPC's numbers for the answers that are told apart here. */
const notFound = 5;

const secondsOfDay = 86_400;

/** How long a namespace keeps what has ended, where it is made here. */
export const usualRetentionDays = 30;

/** A new namespace is known to all parts of a cluster after some seconds. */
const patienceMs = 30_000;

/** What is asked of a namespace. */
export interface NamespaceWish {
  readonly namespace: string;
  /** Of one that is there, changed only where this says so. */
  readonly retentionDays?: number | undefined;
}

/**
 * Adds what is missing; yields a sentence for each thing that was done. Changes nothing that is there, but the retention where that is asked for.
 * @throws UsageError USAGE_TEMPORAL_NAMESPACE or USAGE_SEARCH_ATTRIBUTES, exit code 7, for what this account may not do, and for a search attribute of another type
 */
export async function* mendNamespace(
  connection: Pick<Connection, 'workflowService' | 'operatorService'>,
  { namespace, retentionDays }: NamespaceWish,
): AsyncGenerator<string> {
  const kept = await retentionOf(connection, namespace);
  if (kept === 'none') {
    const days = retentionDays ?? usualRetentionDays;
    await orRefused(namespace, 'made', () =>
      connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: { seconds: (days * secondsOfDay) as never },
      }),
    );
    yield `Made namespace "${namespace}", which keeps what has ended for ${days} days`;
  } else if (retentionDays !== undefined && kept !== retentionDays) {
    await orRefused(namespace, 'changed', () =>
      connection.workflowService.updateNamespace({
        namespace,
        config: {
          workflowExecutionRetentionTtl: { seconds: (retentionDays * secondsOfDay) as never },
        },
      }),
    );
    const before = kept === undefined ? '' : `, before ${kept}`;
    yield `Namespace "${namespace}" keeps what has ended for ${retentionDays} days${before}`;
  }
  const added = await whenKnown(() => ensureSearchAttributes(connection as Connection, namespace));
  if (added.length > 0) yield `Added search attributes: ${added.join(', ')}`;
}

/** Days; `none` where there is no such namespace; undefined where that isn't told. */
async function retentionOf(
  connection: Pick<Connection, 'workflowService'>,
  namespace: string,
): Promise<number | 'none' | undefined> {
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    const seconds = Number(String(config?.workflowExecutionRetentionTtl?.seconds ?? ''));
    return seconds > 0 ? seconds / secondsOfDay : undefined;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === notFound) return 'none';
    // Clusters may keep the description from those who may use it.
    if (isGrpcServiceError(error)) return undefined;
    throw error;
  }
}

async function orRefused(
  namespace: string,
  what: 'made' | 'changed',
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!isGrpcServiceError(cause)) throw cause;
    throw new UsageError(
      'USAGE_TEMPORAL_NAMESPACE',
      `Namespace "${namespace}" could not be ${what}: ${cause.details}`,
      {
        hint: 'Ask an administrator of the cluster for it: docs/production.md',
        exitCode: 7,
        cause,
      },
    );
  }
}

/** Tried again while a new namespace isn't known yet. */
async function whenKnown<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof UsageError ? error.cause : error;
      const isUnknown = isGrpcServiceError(cause) && cause.code === notFound;
      if (!isUnknown || performance.now() - started > patienceMs) throw error;
      await delay(500);
    }
  }
}
