import { CancellationScope, patched } from '@temporalio/workflow';

/** Starts a workflow that a cancellation of this one doesn't reach: a cancelled study stops its jobs and gives its cluster back by messages, as a stopped one does. */
export function startApart<T>(start: () => Promise<T>): Promise<T> {
  return patched('children-apart') ? CancellationScope.nonCancellable(start) : start();
}
