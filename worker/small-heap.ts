import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow beyond what lives in it, until that is looked for: in percent. */
const growthPercent = 50;

/**
 * Keeps the worker's memory near to what it needs. V8 by itself lets a long study's heap grow to three times what lives in it, as it measures
 * how quickly garbage comes, not how much memory there is.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
