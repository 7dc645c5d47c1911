import { collect, hoursHeld, PlatformError } from '../../src/platform-api/index.ts';
import { keepJobHours } from '../../src/store/index.ts';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { keepPrice } from '../study/keep-price.ts';

/**
 * Keeps how long a job that executes has held its hardware, and at first the price of it, for whoever watches; the job's end writes both anew. A
 * platform that doesn't tell costs the reader a figure, and the round nothing.
 */
export async function keepCostSoFar(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId }: JobTarget & PlatformJobTarget,
  run: ActivityRun,
  isFirst: boolean,
): Promise<void> {
  const { platform, store } = dependencies;
  const folder = store.study(studyId);
  const { signal } = run;
  try {
    if (isFirst) await keepPrice(dependencies, studyId, signal);
    const history = await collect(platform.jobs.statuses(jobId, { signal }));
    await keepJobHours(folder, jobNumber, hoursHeld(history, new Date(), dependencies.hourMs));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}
