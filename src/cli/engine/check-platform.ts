import { createPlatformClient, PlatformError } from '../../platform-api/index.ts';
import { UsageError } from '../../errors.ts';
import type { PlatformAddress } from './platform-access.ts';

/**
 * Asks the platform one small question, so that a wrong token or address is known before a study starts.
 * @throws UsageError with exit code 4 (token refused) or 7 (no answer, or not the platform's).
 */
export async function checkPlatform(address: PlatformAddress): Promise<void> {
  const client = createPlatformClient(address);
  try {
    await client.coreTypes.list({ pageSize: 1 })[Symbol.asyncIterator]().next();
  } catch (error) {
    throw explain(error, address.baseUrl);
  } finally {
    await client.close();
  }
}

function explain(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (error.code === 'API_AUTHENTICATION') {
    return new UsageError('USAGE_TOKEN_REFUSED', `The platform at ${baseUrl} refused the token.`, {
      hint: 'Create a new token in the platform’s settings, then give it with doeflow login or DOEFLOW_PLATFORM_TOKEN',
      exitCode: 4,
      cause: error,
    });
  }
  if (error.code === 'API_NOT_FOUND' || error.code === 'API_UNEXPECTED_SHAPE') {
    return new UsageError(
      'USAGE_PLATFORM_UNREACHABLE',
      `What answers at ${baseUrl} is not the platform’s API: ${error.message}`,
      {
        hint: 'Check the address: it is the one of the API, which may differ from that of the web page',
        exitCode: 7,
        cause: error,
      },
    );
  }
  if (error.code === 'API_PERMISSION') {
    return new UsageError(
      'USAGE_TOKEN_REFUSED',
      `The platform at ${baseUrl} knows the token, but it has no right to its core types: ${error.message}`,
      { hint: 'Ask the owner of the account for the right to run jobs', exitCode: 4, cause: error },
    );
  }
  if (error.retryable) {
    return new UsageError(
      'USAGE_PLATFORM_UNREACHABLE',
      `The platform at ${baseUrl} can’t be reached: ${error.message}`,
      {
        hint: 'Check the address and the network, then repeat the command',
        exitCode: 7,
        cause: error,
      },
    );
  }
  return error;
}
