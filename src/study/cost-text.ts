import { amountText } from './amount-text.ts';
import type { CostRange } from './cost.ts';

/** `at most 12.00 USD …`, `about 3.00 to 4.00 USD`, or why the cost is unknown. */
export function costText({ low, high, currency }: CostRange): string {
  const unit = currency === null ? '' : ` ${currency}`;
  if (high === null) return 'unknown, because there is no walltime or no price';
  return low === null
    ? `at most ${amountText(high)}${unit} (if every slot runs until the walltime)`
    : `about ${amountRange(low, high)}${unit}`;
}

/** `3.00 to 4.00`; one amount where both read alike. */
export function amountRange(low: number, high: number): string {
  const [from, to] = [amountText(low), amountText(high)];
  return from === to ? to : `${from} to ${to}`;
}

/** The same of a study that goes on, where only the runs and jobs that were collected are counted. */
export function costSoFarText({ low, currency }: CostRange): string {
  if (low === null) return 'unknown, because there is no price';
  return `at least ${amountText(low)}${currency === null ? '' : ` ${currency}`} so far (of what is collected)`;
}

/** In a few characters, for a table: `3.00-4.00 USD`, `>=1.20 USD` of a study that goes on, nothing where it is unknown. */
export function rangeText({ low, high, currency }: CostRange): string {
  if (low === null) return '';
  const from = amountText(low);
  const to = high === null ? undefined : amountText(high);
  const amount = to === undefined ? `>=${from}` : from === to ? from : `${from}-${to}`;
  return currency === null ? amount : `${amount} ${currency}`;
}
