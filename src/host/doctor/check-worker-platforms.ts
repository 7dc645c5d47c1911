import { createPlatformClient, isNotServed, PlatformError } from '../../platform-api/index.ts';
import {
  platformOfWorker,
  platformWords,
  shortPlatform,
  type WorkerPlatform,
} from '../../temporal/worker-identity.ts';
import { workersOfOtherPlatforms } from '../../temporal/worker-platforms.ts';
import type { Check } from './check.ts';

/**
 * Compares the platforms and accounts of the workers with those of this command line: no worker works on a study of another one.
 * @param workers identities of those that poll
 * @param ours without an account where the platform doesn't tell it: then only addresses are compared
 */
export function checkWorkerPlatforms(workers: readonly string[], ours: WorkerPlatform): Check {
  const others = workersOfOtherPlatforms(workers, ours);
  const silent = workers.filter((worker) => platformOfWorker(worker) === undefined);
  const told = silent.length === 0 ? '' : `; not told by ${silent.join(', ')}`;
  const here = platformWords(shortPlatform(ours));
  const accounts =
    ours.account === undefined ? '; accounts were not compared, as the platform tells none' : '';
  return {
    name: 'Platforms of workers',
    ok: others.length === 0,
    detail:
      others.length === 0
        ? `${workers.length - silent.length} of ${workers.length} have ours (${here})${accounts}${told}`
        : `${others.join('; ')}: they work on no study of the platform here, ${ours.baseUrl}, which is ${here}`,
    hint: 'A worker that was killed is listed for a minute: then look again. Give all workers and command lines the same platform (DOEFLOW_PLATFORM_URL) and tokens of one account (DOEFLOW_PLATFORM_TOKEN, or doeflow login)',
  };
}

/** Whose token it is; undefined where the platform doesn't tell. */
export async function readOwnAccount(address: {
  readonly baseUrl: string;
  readonly token: string;
}): Promise<string | undefined> {
  const client = createPlatformClient(address);
  try {
    const me = await client.user.me();
    return isNotServed(me) ? undefined : (me.email ?? undefined);
  } catch (error) {
    // What is wrong with the platform has a check of its own.
    if (error instanceof PlatformError) return undefined;
    throw error;
  } finally {
    await client.close();
  }
}
