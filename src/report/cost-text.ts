import { amountText } from '../study/amount-text.ts';
import type { ReportSummary } from './report-input.ts';

/** The cost between its bounds, in words. */
export function costText(cost: ReportSummary['cost']): string {
  if (cost === undefined || (cost.low === null && cost.high === null)) return 'not known';
  const unit = cost.currency ?? '(currency not known)';
  const low = cost.low === null ? undefined : amountText(cost.low);
  if (cost.high === null) return `at least ${low ?? ''} ${unit}`;
  const high = amountText(cost.high);
  if (low === undefined) return `at most ${high} ${unit}`;
  return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`;
}
