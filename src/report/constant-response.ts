import { isOnlyRounding } from '../numbers/index.ts';
import { absent, countOf } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import type { Block } from './report.ts';
import type { NumericStudyColumn } from './section-input.ts';

/** `y is constant, 5 in all 60 runs`, of a response that nothing but rounding moves; undefined for any other. @param values NaN where a run doesn't count */
export function constantWords({ name, values }: NumericStudyColumn): string | undefined {
  if (!isOnlyRounding(values)) return;
  const known = values.filter(Number.isFinite);
  const [value = NaN] = known;
  const isExact = known.every((one) => one === value);
  return `${name} is constant, ${formatNumber(value)} in all ${countOf(known.length, 'run')}${isExact ? '' : ', but for rounding'}`;
}

/** What stands for a figure of responses that are constant, one sentence each. @param what such as `no distribution` */
export function constantBlocks(
  responses: readonly NumericStudyColumn[],
  what: string,
): readonly Block[] {
  return responses.flatMap((response) => {
    const words = constantWords(response);
    return words === undefined ? [] : [absent(`${words}: ${what}.`)];
  });
}
