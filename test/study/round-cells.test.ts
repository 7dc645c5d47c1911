import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseNumber } from '../../src/numbers/index.ts';
import { createRounding } from '../../src/study/round-cells.ts';
import type { InputVariable } from '../../src/study/study.ts';

const variable = (more: Partial<InputVariable>): InputVariable => ({
  type: 'Param',
  name: 'x',
  source: { kind: 'table' },
  ...more,
});

describe('createRounding', () => {
  it('gives what reading the formatted text back gives', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
          fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8),
          fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 1000),
        ),
        fc.constantFrom('0', '0.0', '0.00', '0.00##', '#0.000', '0.0000000000'),
        (value, format) => {
          const expected = parseNumber(formatDecimal(format, value)) ?? NaN;
          expect(createRounding(variable({ format }))?.(value)).toBe(expected === 0 ? 0 : expected);
        },
      ),
      { seed: 11, numRuns: 3000 },
    );
  });

  it('rounds to whole numbers, without a negative zero', () => {
    const round = createRounding(variable({ integer: true }));
    expect([1.4, 1.6, -1.6, -0.2].map((value) => round?.(value))).toEqual([1, 2, -2, 0]);
  });

  it('leaves values alone where nothing is asked', () => {
    expect(createRounding(variable({}))).toBeUndefined();
    expect(createRounding(variable({ integer: false }))).toBeUndefined();
  });
});
