import { PlatformError } from '../../src/platform-api/index.ts';
import { openHardwareBook } from '../../src/store/index.ts';
import { readPrice, type PriceSources } from './read-price.ts';

/** Who only wants to tell a cost waits no longer for the platform. */
const patienceMs = 10_000;

/** Reads the prices of the study's core types where one isn't kept yet. A platform that doesn't tell it now costs the reader a figure, and nothing more. */
export async function keepPrice(
  sources: PriceSources,
  studyId: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = sources.store.study(studyId);
  const { study } = await sources.studyCache.get(studyId);
  const { priced } = await openHardwareBook(folder, study);
  const kept = await Promise.all(priced.map(({ price }) => folder.has(price)));
  if (kept.every(Boolean)) return;
  const late = AbortSignal.timeout(patienceMs);
  try {
    await readPrice(sources, { studyId }, { signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    const isLate = late.aborted && !signal.aborted;
    if (!isLate && !(error instanceof PlatformError)) throw error;
  }
}
