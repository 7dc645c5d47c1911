import { PlatformError, priceOfCore, readPriceList } from '../../src/platform-api/index.ts';
import { openHardwareBook } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What a price is read from, and kept in. */
export type PriceSources = Pick<
  ActivityDependencies,
  'platform' | 'store' | 'studyCache' | 'ownPrices'
>;

/** Keeps the prices of the core types that the study's jobs have, by each of its revisions. A platform that refuses to tell costs the study a figure, not its end. */
export async function readPrice(
  { platform, store, studyCache, ownPrices }: PriceSources,
  { studyId }: { readonly studyId: string },
  { signal }: Pick<ActivityRun, 'signal'>,
): Promise<{ note?: string }> {
  const { study } = await studyCache.get(studyId);
  const folder = store.study(studyId);
  const { priced } = await openHardwareBook(folder, study);
  const own = ownPrices?.() ?? {};
  const wanted = priced.flatMap(({ hardware: { coreType, isLowPriority }, price: place }) =>
    coreType === undefined ? [] : [{ coreType, isLow: isLowPriority === true, place }],
  );
  if (wanted.length === 0) return {};
  try {
    const list = await readPriceList(platform, { signal });
    const notes = new Set<string>();
    for (const { coreType, isLow, place } of wanted) {
      const price = priceOfCore(coreType, list, isLow) ?? own[coreType];
      if (price !== undefined) await folder.write(place, price);
      else if (list.refused !== undefined) notes.add(`The cost is unknown: ${list.refused}`);
    }
    const [note] = notes;
    return note === undefined ? {} : { note };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    let isKnown = true;
    for (const { coreType, place } of wanted) {
      const price = own[coreType];
      if (price === undefined) isKnown = false;
      else await folder.write(place, price);
    }
    return isKnown ? {} : { note: `The cost is unknown: ${error.message}` };
  }
}
