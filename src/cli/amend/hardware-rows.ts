import { withUnit } from '../../study/committed-words.ts';
import type { CorePrice } from '../../study/cost.ts';
import { hardwareWords, type PaidHardware } from '../../study/paid-hardware.ts';
import type { ComparedPrices } from './amendment-cost.ts';
import type { AmendedHardware } from './read-hardware.ts';

/** What jobs and the study's cluster run on, and what that costs, before and after; none where it stays. */
export function hardwareRows(
  hardware: AmendedHardware | undefined,
): readonly (readonly [name: string, value: string])[] {
  if (hardware === undefined) return [];
  const { before, after, prices } = hardware;
  const priceText = (price: CorePrice | undefined): string =>
    price === undefined ? 'not known' : priceWords(price);
  return [
    ['hardware', `${hardwareWords(before)} -> ${hardwareWords(after)}`],
    ...(prices.before?.amount === prices.after?.amount
      ? []
      : [
          [
            'price of a core hour',
            `${priceText(prices.before)} -> ${priceText(prices.after)}`,
          ] as const,
        ]),
    ...clusterHourRows(before, after, prices),
  ];
}

/** What the study's cluster costs for an hour, before and after. */
function clusterHourRows(
  before: PaidHardware,
  after: PaidHardware,
  prices: ComparedPrices,
): readonly (readonly [name: string, value: string])[] {
  if (before.cluster === undefined || after.cluster === undefined) return [];
  const hourOf = (of: PaidHardware, price: CorePrice | undefined): string => {
    if (price === undefined) return 'not known';
    return withUnit((of.cluster?.slots ?? 0) * of.coresPerSlot * price.amount, price.currency);
  };
  return [
    [
      'an hour of the cluster',
      `${hourOf(before, prices.before)} -> ${hourOf(after, prices.after)}`,
    ],
  ];
}

function priceWords({ amount, currency }: CorePrice): string {
  return `${amount}${currency === null ? '' : ` ${currency}`}`;
}
