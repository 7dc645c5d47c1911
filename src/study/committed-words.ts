/** What a study has committed, in words. Pure. */
import { amountText } from './amount-text.ts';
import type { Committed } from './budget.ts';
import type { CostLimit } from './cost-limit.ts';

/** `92.10 of 100.00 USD are committed (80.10 spent, 12.00 set aside)`. */
export function committedWords(
  { spent, reserved }: Committed,
  limit: CostLimit,
  currency: string | null,
): string {
  const all = amountText(spent + reserved);
  return `${all} of ${withUnit(limit.amount, limit.currency ?? currency)} are committed (${amountText(spent)} spent, ${amountText(reserved)} set aside)`;
}

/** `12.00 USD`. */
export function withUnit(amount: number, currency: string | null | undefined): string {
  return `${amountText(amount)}${currency == null ? '' : ` ${currency}`}`;
}
