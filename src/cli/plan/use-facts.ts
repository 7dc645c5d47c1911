import { amountText } from '../../study/amount-text.ts';
import type { CostRange } from '../../study/cost.ts';
import { countOf } from '../format-quantities.ts';
import type { PlannedUse } from './estimate-use.ts';

/** Cores, hours and price of a plan, each bound with what it rests on. @param cost undefined where the platform wasn't asked */
export function useFacts(
  { cores, coreHours, basis }: PlannedUse,
  cost: CostRange | undefined,
): readonly (readonly [string, string])[] {
  return [
    ['cores', `${countOf(cores, 'core')} at the same time`],
    ['core hours', rangeText(coreHours, hoursText)],
    ['price', priceText(cost)],
    ['at most', basis.atMost],
    ['at least', basis.atLeast],
    ...basis.notCounted.map((what) => ['not counted', what] as const),
  ];
}

function priceText(cost: CostRange | undefined): string {
  if (cost === undefined) return 'not asked: --check asks the platform';
  const { currency } = cost;
  if (cost.low === null && cost.high === null) return 'unknown: no price, or no bound of the hours';
  const text = rangeText(cost, amountText);
  return currency === null ? text : `${text} ${currency}`;
}

function rangeText(
  { low, high }: { readonly low: number | null; readonly high: number | null },
  show: (value: number) => string,
): string {
  if (high === null) return low === null ? 'unknown' : `at least ${show(low)}`;
  if (low === null) return `at most ${show(high)}`;
  const [from, to] = [show(low), show(high)];
  return from === to ? to : `${from} to ${to}`;
}

function hoursText(hours: number): string {
  return hours >= 100 ? hours.toFixed(0) : String(Number(hours.toPrecision(3)));
}
