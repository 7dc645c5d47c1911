import type { Logger } from 'pino';
import { UsageError } from '../src/errors.ts';
import { ensureSearchAttributes } from '../src/temporal/search-attributes.ts';

/**
 * Registers what the namespace lacks of our search attributes: a workflow that sets one that isn't there would wait for it without an end.
 * @throws UsageError USAGE_SEARCH_ATTRIBUTES when one is missing, and can't be registered
 */
export async function requireAttributes(
  connection: Parameters<typeof ensureSearchAttributes>[0],
  namespace: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    await ensureSearchAttributes(connection, namespace);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Who may not look may have all of them: the command line looks, too.
    log.warn({ error }, 'Could not see whether all search attributes are registered');
  }
}
