import { CancellationScope, condition, isCancellation, patched } from '@temporalio/workflow';

/**
 * What `work` gives, or undefined where a stop is asked for before it is done: then it is cut off, as it might wait for a platform that is down.
 * @throws what `work` throws
 */
export async function untilStopped<T>(
  isStopped: () => boolean,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const scope = new CancellationScope();
  const working = scope.run(work);
  await Promise.race([
    working,
    // A cancellation from outside is heard by the work itself.
    CancellationScope.nonCancellable(() => condition(isStopped)),
  ]);
  // Histories of before waited for it.
  if (!isStopped() || !patched('stop-cuts-off')) return working;
  scope.cancel();
  try {
    return await working;
  } catch (error) {
    if (isCancellation(error) && isStopped()) return undefined;
    throw error;
  }
}
