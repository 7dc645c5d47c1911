import { PlatformError, priceOfCore, readPriceList } from '../../src/platform-api/index.ts';
import { layout } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What a price is read from, and kept in. */
export type PriceSources = Pick<
  ActivityDependencies,
  'platform' | 'store' | 'studyCache' | 'ownPrices'
>;

/** Keeps the price of the study's core type. A platform that refuses to tell costs the study a figure, not its end. */
export async function readPrice(
  { platform, store, studyCache, ownPrices }: PriceSources,
  { studyId }: { readonly studyId: string },
  { signal }: Pick<ActivityRun, 'signal'>,
): Promise<{ note?: string }> {
  const { study } = await studyCache.get(studyId);
  const { coreType } = study.job.hardware;
  if (coreType === undefined) return {};
  const own = ownPrices?.()[coreType];
  try {
    const list = await readPriceList(platform, { signal });
    const price = priceOfCore(coreType, list, study.job.fields['isLowPriority'] === true) ?? own;
    if (price !== undefined) await store.study(studyId).write(layout.price, price);
    else if (list.refused !== undefined) return { note: `The cost is unknown: ${list.refused}` };
    return {};
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    if (own !== undefined) {
      await store.study(studyId).write(layout.price, own);
      return {};
    }
    return { note: `The cost is unknown: ${error.message}` };
  }
}
