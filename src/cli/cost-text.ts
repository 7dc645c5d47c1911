import type { CostRange } from '../study/cost.ts';

/** `at most 12.00 USD`; says so where nothing is known. */
export function costText({ low, high, currency }: CostRange): string {
  const unit = currency === null ? '' : ` ${currency}`;
  if (high === null) return 'unknown: no walltime or no price';
  return low === null
    ? `at most ~${high.toFixed(2)}${unit} (all slots to the walltime)`
    : `~${low.toFixed(2)} to ~${high.toFixed(2)}${unit}`;
}
