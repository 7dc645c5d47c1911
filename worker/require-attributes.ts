import type { Logger } from 'pino';
import { UsageError } from '../src/errors.ts';
import { unreachable } from '../src/temporal/connect.ts';
import { ensureSearchAttributes } from '../src/temporal/search-attributes.ts';
import type { TemporalTarget } from '../src/temporal/temporal-target.ts';

/**
 * Registers what the namespace lacks of our search attributes: a workflow that sets one that isn't there would wait for it without an end.
 * @throws UsageError USAGE_SEARCH_ATTRIBUTES when one is missing, and can't be registered; USAGE_TEMPORAL_NAMESPACE where the namespace is
 */
export async function requireAttributes(
  connection: Parameters<typeof ensureSearchAttributes>[0],
  target: TemporalTarget,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    await ensureSearchAttributes(connection, target.namespace);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (isNotFound(error)) throw unreachable(target, error);
    // Who may not look may have all of them: the command line looks, too.
    log.warn({ error }, 'Could not see whether all search attributes are registered');
  }
}

/** gRPC's number for it, from either of Temporal's clients: only the namespace can be what isn't there. */
function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 5;
}
