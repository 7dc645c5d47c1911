import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal } from '../../src/numbers/index.ts';

describe('formatDecimal', () => {
  it.each([
    ['0', -55.123, '-55'],
    ['0.0', 1.49, '1.5'],
    ['0', 0.9, '1'],
    ['0.00##', 0.9, '0.90'],
    ['0.00', 0.125, '0.12'],
    ['0.00', 0.375, '0.38'],
    ['0.00', 1.005, '1.00'],
    ['0', 2.5, '2'],
    ['0', 3.5, '4'],
    ['0.00', -0.001, '-0.00'],
    ['0', -0, '-0'],
    ['#', 0, '0'],
    ['#.00', 0.5, '.50'],
    ['0.', 5, '5.'],
    ['#,##0.0', 1234567.89, '1,234,567.9'],
    ['##0.###E0', 12345, '12.345E3'],
    ['0.###E0', 0.00012345, '1.234E-4'],
    ['0.0%', 0.1234, '12.3%'],
    ['0.0;(0.0)', -2.25, '(2.2)'],
    ["0.0' mm'", 2, '2.0 mm'],
    ['0.0E0', 0, '0.0E0'],
    ['0', 1e21, '1000000000000000000000'],
    ['0.0', 9.96, '10.0'],
  ])('prints with %j the number %d as %j', (pattern, value, text) => {
    expect(formatDecimal(pattern, value)).toBe(text);
  });

  it('differs from the number by at most half a unit of its last decimal', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const text = formatDecimal(`0.${'0'.repeat(decimals)}`, value);
          return Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimals * (1 + 1e-6);
        },
      ),
      { seed: 13, numRuns: 2000 },
    );
  });

  it('agrees with exact rounding wherever no half is near', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (value) => {
        fc.pre(!/5$/.test(String(value)));
        return formatDecimal('0.0000', value) === value.toFixed(4);
      }),
      { seed: 14, numRuns: 2000 },
    );
  });

  it.each([NaN, Infinity])('refuses %d', (value) => {
    expect(() => formatDecimal('0', value)).toThrow(RangeError);
  });

  it('refuses a pattern that is none', () => {
    expect(() => formatDecimal('%.2f', 1)).toThrow(/Expected a decimal pattern/u);
  });
});
