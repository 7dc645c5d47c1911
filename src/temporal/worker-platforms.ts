/** Workers by the platform and account that their identities tell. */
import {
  isSamePlatform,
  platformOfWorker,
  shortPlatform,
  type WorkerPlatform,
} from './worker-identity.ts';

/** The identities of those that certainly have another platform, or another account of it. */
export function workersOfOtherPlatforms(
  workers: readonly string[],
  ours: WorkerPlatform,
): readonly string[] {
  const here = shortPlatform(ours);
  return workers.filter((worker) => !isSamePlatform(platformOfWorker(worker), here));
}
