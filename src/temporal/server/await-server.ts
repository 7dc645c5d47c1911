import { connectTemporal } from '../connect.ts';
import type { TemporalTarget } from '../temporal-target.ts';
import { waitForPort } from '../wait-for-port.ts';
import { prepareServer } from './prepare-server.ts';

/**
 * Waits until our own server answers, and prepares it.
 * @throws Error when nothing listens within 60 s or `signal` was given; UsageError as `prepareServer` does.
 */
export async function awaitServer(target: TemporalTarget, signal: AbortSignal): Promise<void> {
  if (!(await waitForPort(target.address, { timeoutMs: 60_000, signal }))) {
    throw new Error(`The Temporal server does not listen at ${target.address} after 60 s`);
  }
  const link = await connectTemporal(target);
  try {
    await prepareServer(link.connection, target.namespace);
  } finally {
    await link.close();
  }
}
