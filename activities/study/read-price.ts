/** The price of a core hour, as the platform says it when a study ends. */
import { z } from 'zod';
import { PlatformError, priceOfCore, readPriceList } from '../../src/platform-api/index.ts';
import type { StudyFolder } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const priceSchema = z.object({
  amount: z.number().nonnegative(),
  currency: z.string().nullable(),
});
const priceName = 'price.json';

/** Keeps the price of the study's core type. A platform that refuses to tell costs the study a figure, not its end. */
export async function readPrice(
  { platform, store, studyCache }: ActivityDependencies,
  { studyId }: { readonly studyId: string },
  { signal }: ActivityRun,
): Promise<{ note?: string }> {
  const { study } = await studyCache.get(studyId);
  const { coreType } = study.job.hardware;
  if (coreType === undefined) return {};
  try {
    const price = priceOfCore(coreType, await readPriceList(platform, { signal }));
    if (price !== undefined) await store.study(studyId).writeJson(priceName, price);
    return {};
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    return { note: `The cost is unknown: ${error.message}` };
  }
}

/** The price that was kept; undefined where the platform told none. */
export async function keptPrice(folder: StudyFolder): Promise<CorePrice | undefined> {
  return (await folder.has(priceName)) ? folder.readJson(priceName, priceSchema) : undefined;
}
