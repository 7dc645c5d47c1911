import { setMaxListeners } from 'node:events';
import pMap from 'p-map';

/**
 * Does something with each item, some at a time, in the items' order of answers. After a failure no further item is begun, those under way are
 * told to end, and only when they have is the failure thrown: whoever tries again is alone.
 */
export async function inWindow<T, R>(
  items: readonly T[],
  { width, signal }: { readonly width: number; readonly signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<readonly R[]> {
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  // Each item's calls listen; ten is Node's limit for what it takes for a leak.
  setMaxListeners(0, ending);
  let failure: { readonly error: unknown } | undefined;
  const answers: R[] = [];
  await pMap(
    items.entries(),
    async ([index, item]) => {
      if (failure !== undefined) return;
      try {
        ending.throwIfAborted();
        answers[index] = await work(item, ending);
      } catch (error) {
        failure ??= { error };
        failing.abort();
      }
    },
    { concurrency: width },
  );
  if (failure !== undefined) throw failure.error;
  return answers;
}
