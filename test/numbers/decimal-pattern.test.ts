import { describe, expect, it } from 'vitest';
import { parseDecimalPattern } from '../../src/numbers/index.ts';

function faultOf(pattern: string): string | undefined {
  const parsed = parseDecimalPattern(pattern);
  return 'message' in parsed ? parsed.message : undefined;
}

describe('parseDecimalPattern', () => {
  it.each(['0', '0.00##', '#.00', '.##', '#,##0.0', '##0.##E0', "'x'0", '0%', '0.0;(0.0)', '0.0;'])(
    'takes %j',
    (pattern) => {
      expect(faultOf(pattern)).toBeUndefined();
    },
  );

  it.each([
    ['', 'no digit'],
    ['abc', 'no digit'],
    ['%.2f', 'no digit'],
    ['0#', 'mixed'],
    ['0.#0', 'mixed'],
    ['0.0.0', 'two decimal points'],
    ['0,', 'grouping comma'],
    ['0.0,0', 'grouping comma'],
    ['0E', 'no `0` follows `E`'],
    ["'0", 'quote is not closed'],
    ["0'x", 'quote is not closed'],
    ['0%%', 'more than one percent'],
    ['%0%', 'more than one percent'],
    ['0;0;0', 'second `;`'],
    [';0', 'before its digits'],
    ['¤0', 'currency'],
    ['0.0;;roundingMode=up', 'before its digits'],
    ['0 0', 'after its digits'],
    [`0.${'0'.repeat(341)}`, 'more than the 309 integer digits and 340 decimals'],
    ['0'.repeat(310), 'more than the 309 integer digits and 340 decimals'],
    [`0E${'0'.repeat(11)}`, 'more than 10 digits'],
    [`0.${'0'.repeat(500_000)}`, 'it has 500002 characters, more than 1000'],
    [`'${'x'.repeat(1000)}'0`, 'more than 1000'],
  ])('refuses %j and says why', (pattern, why) => {
    expect(faultOf(pattern)).toContain(why);
  });

  it('quotes the pattern in its message', () => {
    expect(faultOf('0#')).toMatch(/^Expected a decimal pattern, got "0#": /u);
  });

  it('takes all digits of a double, and quotes no more of a long pattern than can be read', () => {
    expect(faultOf(`${'0'.repeat(309)}.${'0'.repeat(340)}`)).toBeUndefined();
    expect(faultOf(`0.${'0'.repeat(500_000)}`)?.length).toBeLessThan(200);
  });
});
