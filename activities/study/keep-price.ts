import { PlatformError } from '../../src/platform-api/index.ts';
import { layout } from '../../src/store/index.ts';
import { readPrice, type PriceSources } from './read-price.ts';

/** Who only wants to tell a cost waits no longer for the platform. */
const patienceMs = 10_000;

/** Reads the price of the study's core type where none is kept yet. A platform that doesn't tell it now costs the reader a figure, and nothing more. */
export async function keepPrice(
  sources: PriceSources,
  studyId: string,
  signal: AbortSignal,
): Promise<void> {
  if (await sources.store.study(studyId).has(layout.price)) return;
  const late = AbortSignal.timeout(patienceMs);
  try {
    await readPrice(sources, { studyId }, { signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    const isLate = late.aborted && !signal.aborted;
    if (!isLate && !(error instanceof PlatformError)) throw error;
  }
}
