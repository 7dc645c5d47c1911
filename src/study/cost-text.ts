import type { CostRange } from './cost.ts';

/** Below this an amount would be printed as nothing. */
const smallest = 0.005;

/** `at most 12.00 USD …`, `about 3.00 to 4.00 USD`, `less than 0.01 USD`, or why the cost is unknown. */
export function costText({ low, high, currency }: CostRange): string {
  const unit = currency === null ? '' : ` ${currency}`;
  if (high === null) return 'unknown, because there is no walltime or no price';
  if (high > 0 && high < smallest) return `less than 0.01${unit}`;
  return low === null
    ? `at most ${high.toFixed(2)}${unit} (if every slot runs until the walltime)`
    : `about ${low.toFixed(2)} to ${high.toFixed(2)}${unit}`;
}

/** The same of a study that goes on, where only the runs and jobs that were collected are counted. */
export function costSoFarText({ low, currency }: CostRange): string {
  if (low === null) return 'unknown, because there is no price';
  return `at least ${low.toFixed(2)}${currency === null ? '' : ` ${currency}`} so far (of what is collected)`;
}

/** In a few characters, for a table: `3.00-4.00 USD`, `>=1.20 USD` of a study that goes on, nothing where it is unknown. */
export function rangeText({ low, high, currency }: CostRange): string {
  if (low === null) return '';
  const [from, to] = [low.toFixed(2), high?.toFixed(2)];
  const isSmall = high !== null && high > 0 && high < smallest;
  const amount = isSmall
    ? '<0.01'
    : to === undefined
      ? `>=${from}`
      : from === to
        ? from
        : `${from}-${to}`;
  return currency === null ? amount : `${amount} ${currency}`;
}
