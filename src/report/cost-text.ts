import type { ReportSummary } from './report-input.ts';

/** Below this an amount would be printed as nothing. */
const smallest = 0.005;

/** The cost between its bounds, in words. */
export function costText(cost: ReportSummary['cost']): string {
  if (cost === undefined || (cost.low === null && cost.high === null)) return 'not known';
  const unit = cost.currency ?? '(currency not known)';
  const low = cost.low === null ? '?' : cost.low.toFixed(2);
  if (cost.high === null) {
    return (cost.low ?? 0) < smallest
      ? `less than 0.01 ${unit} so far, and no upper bound is known`
      : `at least ${low} ${unit}`;
  }
  if (cost.high > 0 && cost.high < smallest) return `less than 0.01 ${unit}`;
  const high = cost.high.toFixed(2);
  return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`;
}
