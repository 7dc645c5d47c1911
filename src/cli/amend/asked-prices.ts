/** The prices of an amendment where the store has none yet: the platform is asked, by `--plan` and `--apply` alike. */
import type { CorePrice } from '../../study/cost.ts';
import type { Study } from '../../study/study.ts';
import type { AmendmentCost, ComparedPrices } from './amendment-cost.ts';
import type { ReadHardware } from './read-hardware.ts';

/** Asks the platform what a core hour of the study's jobs costs; undefined where nobody tells. */
export type AskPrice = (study: Study) => Promise<CorePrice | undefined>;

/** Whether hours that are known lack their price. */
export function needsPrice({ coreHours, cost }: AmendmentCost): boolean {
  return coreHours.high !== null && coreHours.high !== 0 && cost.high === null;
}

/** @returns the prices that were read, with those that were asked for in place of the missing ones */
export async function withAskedPrices(
  { prices, hardware }: Pick<ReadHardware, 'prices' | 'hardware'>,
  studies: { readonly before: Study; readonly after: Study },
  askPrice: AskPrice,
): Promise<ComparedPrices> {
  const before = prices.before ?? (await askPrice(studies.before));
  const isOther = hardware !== undefined && hardware.isWalltimeOnly !== true;
  // Of other hardware the platform was asked already.
  return { before, after: prices.after ?? (isOther ? undefined : before) };
}
