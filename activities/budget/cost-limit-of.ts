import { findCostLimit, openHardwareBook } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { CostLimit } from '../../src/study/cost-limit.ts';
import { paidHardwareOf } from '../../src/study/paid-hardware.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPrice } from '../study/read-price.ts';

/** The limit of a study's cost with the price by which it is held; or why it can't be held, as a clause. */
export type HeldLimit =
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly limit: CostLimit; readonly price: CorePrice }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Reads the limit, and the price from the platform where it wasn't read before.
 * @param study with the hardware that is to be paid for
 */
export async function costLimitOf(
  dependencies: ActivityDependencies,
  { studyId, study: made }: { readonly studyId: string; readonly study: Study },
  run: ActivityRun,
): Promise<HeldLimit> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const hardware = paidHardwareOf(made);
  const { study } = await studyCache.get(studyId);
  const limit = await findCostLimit(folder, study);
  if (limit === undefined) return { kind: 'none' };
  const kept = await (await openHardwareBook(folder, study)).priceOf(hardware);
  const told = kept === undefined ? await readPrice(dependencies, { studyId }, run) : {};
  const price = kept ?? (await (await openHardwareBook(folder, study)).priceOf(hardware));
  if (price === undefined || price.amount === 0) {
    const { coreType = 'its core type' } = hardware;
    const why = told.note === undefined ? '' : ` (${told.note})`;
    return {
      kind: 'unknown',
      why: `nobody tells what a core hour of ${coreType} costs${why}; give it in the profile file: prices: {${coreType}: 0.12}`,
    };
  }
  const { currency } = limit;
  if (currency !== undefined && price.currency !== null && currency !== price.currency) {
    return {
      kind: 'unknown',
      why: `the limit is in ${currency} and the platform's prices are in ${price.currency}; give the limit in ${price.currency}`,
    };
  }
  return { kind: 'held', limit, price };
}
