import { PlatformError } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import type { Transport } from './transport.ts';

/** The one answer of a server that stays. */
const notImplemented = 501;

/**
 * What `work` gives, tried again after short waits when a GET or HEAD failed in a way that may pass. Calls that change something
 * are tried once: whoever asked must look first. Long outages are the caller's, who waits without holding a connection.
 */
export async function repeatReads<T>(
  transport: Transport,
  request: ApiRequest,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = transport.readRetryDelaysMs[tries];
      const passing =
        error instanceof PlatformError &&
        error.retryable &&
        error.code !== 'API_RATE_LIMIT' &&
        error.status !== notImplemented;
      if (!reads || !passing || delayMs === undefined) throw error;
      const { method, path } = error;
      transport.log({ level: 'warn', event: 'repeating', method, path, detail: error.code });
      await transport.clock.sleep(delayMs, signal);
    }
  }
}
