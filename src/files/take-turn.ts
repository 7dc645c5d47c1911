import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long nothing else may have to wait. */
const longestMs = 10;

let begunMs = 0;

/**
 * To be awaited before file calls that this thread waits for: they take microseconds where the way to another thread takes a hundred, but many of
 * them in a row would keep timers and connections waiting. Those get their turn every ten milliseconds.
 */
export async function takeTurn(): Promise<void> {
  if (performance.now() - begunMs < longestMs) return;
  await nextTurn();
  begunMs = performance.now();
}
