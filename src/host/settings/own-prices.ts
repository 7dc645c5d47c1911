import { readProfileFile } from './profile-file.ts';

/** What a core costs for an hour. */
export interface OwnPrice {
  readonly amount: number;
  /** ISO 4217 code; null where the file doesn't say. */
  readonly currency: string | null;
}

/**
 * Prices of a core hour by core type that the profile file has for a platform which tells none, whichever profile is used.
 * @throws UsageError USAGE_PROFILE_FILE when the file can't be used
 */
export function readOwnPrices(profileFile: string): Readonly<Record<string, OwnPrice>> {
  const { prices = {} } = readProfileFile(profileFile);
  return Object.fromEntries(
    Object.entries(prices).map(([coreType, price]) => [
      coreType,
      typeof price === 'number'
        ? { amount: price, currency: null }
        : { amount: price.amount, currency: price.currency ?? null },
    ]),
  );
}
