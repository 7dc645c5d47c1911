import type { CostRange } from '../study/cost.ts';

/** `at most 12.00 USD …`, `about 3.00 to 4.00 USD`, or why the cost is unknown. */
export function costText({ low, high, currency }: CostRange): string {
  const unit = currency === null ? '' : ` ${currency}`;
  if (high === null) return 'unknown, because there is no walltime or no price';
  return low === null
    ? `at most ${high.toFixed(2)}${unit} (if every slot runs until the walltime)`
    : `about ${low.toFixed(2)} to ${high.toFixed(2)}${unit}`;
}
