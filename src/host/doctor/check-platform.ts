import { createPlatformClient, PlatformError } from '../../platform-api/index.ts';
import { failedCheck, type Check } from './check.ts';

/** Looks at a platform by one small request: does it answer, and does it accept the token. */
export async function checkPlatform(address: {
  readonly baseUrl: string;
  readonly token: string;
}): Promise<readonly Check[]> {
  const reachable = { name: 'Platform', ok: true, detail: `answers at ${address.baseUrl}` };
  try {
    const client = createPlatformClient(address);
    try {
      await client.coreTypes.list({ pageSize: 1 })[Symbol.asyncIterator]().next();
    } finally {
      await client.close();
    }
    return [reachable, { name: 'Platform token', ok: true, detail: 'accepted' }];
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) {
      const hint = 'Create a new token in the platform’s settings and enter it with doeflow login';
      return [reachable, { ...failedCheck('Platform token', error), hint }];
    }
    return [{ ...failedCheck('Platform', error), hint: 'Check the address and the network' }];
  }
}
