/** What hardware costs for an hour. */
import { priceOfCore, type PriceList } from '../platform-api/index.ts';

/** An amount for an hour. */
export interface CorePriceSeen {
  readonly amount: number;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency: string | null;
}

/** Hardware as far as it has a price. */
export interface PricedHardware {
  readonly coreType?: string | null | undefined;
  readonly coresPerSlot?: number | null | undefined;
  readonly slots?: number | null | undefined;
}

/** Undefined where the platform tells no price of it. */
export function perHourOf(
  { coreType, coresPerSlot, slots }: PricedHardware,
  prices: PriceList | undefined,
): CorePriceSeen | undefined {
  if (coreType == null || coresPerSlot == null || slots == null) return undefined;
  const price = prices && priceOfCore(coreType, prices);
  if (price === undefined) return undefined;
  return { amount: price.amount * coresPerSlot * slots, currency: price.currency };
}
