/** What a study has committed, in words. Pure. */
import type { Committed } from './budget.ts';
import type { CostLimit } from './cost-limit.ts';
import type { CorePrice } from './cost.ts';

/** `92.10 of 100.00 USD are committed (80.10 spent, 12.00 set aside)`. */
export function committedWords(
  { spentHours, reservedHours }: Committed,
  limit: CostLimit,
  { amount, currency }: CorePrice,
): string {
  const spent = amountText(spentHours * amount);
  const reserved = amountText(reservedHours * amount);
  const all = amountText((spentHours + reservedHours) * amount);
  return `${all} of ${withUnit(limit.amount, limit.currency ?? currency)} are committed (${spent} spent, ${reserved} set aside)`;
}

/** `12.00 USD`. */
export function withUnit(amount: number, currency: string | null | undefined): string {
  return `${amountText(amount)}${currency == null ? '' : ` ${currency}`}`;
}

/** Two decimals; small amounts with the digits that tell them from nothing. */
function amountText(amount: number): string {
  return amount > 0 && amount < 0.1 ? String(Number(amount.toPrecision(2))) : amount.toFixed(2);
}
