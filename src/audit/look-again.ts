import { setTimeout as delay } from 'node:timers/promises';

/** A list may lag by seconds. */
const againMs = 2_000;

/**
 * The rows of a list, and once more, some time later, those that it didn't have, where something that belongs there was not among them: what a list
 * lacks for a moment is no fault.
 * @param lacks whether something is still missing, once all rows so far were taken
 */
export async function* lookAgain<T>(
  list: () => AsyncIterable<T> | Promise<AsyncIterable<T>>,
  idOf: (row: T) => string,
  lacks: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  const unseen = async function* (): AsyncGenerator<T, void, undefined> {
    for await (const row of await list()) {
      const id = idOf(row);
      if (seen.has(id)) continue;
      seen.add(id);
      yield row;
    }
  };
  yield* unseen();
  if (!lacks()) return;
  await delay(againMs, undefined, { signal });
  yield* unseen();
}
