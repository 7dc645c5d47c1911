import { NativeConnection } from '@temporalio/worker';
import { unreachable } from './connect.ts';
import type { TemporalTarget } from './temporal-target.ts';
import { waitForPort } from './wait-for-port.ts';

/**
 * Connects a worker to a Temporal cluster, waiting for a server that doesn't listen yet.
 * @param patienceMs how long to wait for it; default 30 s
 * @throws UsageError USAGE_TEMPORAL_UNREACHABLE, exit code 7.
 */
export async function connectWorker(
  target: TemporalTarget,
  options: { readonly patienceMs?: number } = {},
): Promise<NativeConnection> {
  await waitForPort(target.address, { timeoutMs: options.patienceMs ?? 30_000 });
  try {
    return await NativeConnection.connect({ ...target.connection, address: target.address });
  } catch (cause) {
    throw unreachable(target, cause);
  }
}
