import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber, printNumber } from '../../src/numbers/index.ts';

describe('parseNumber', () => {
  it.each([
    ['1', 1],
    [' -1.5\t', -1.5],
    ['+.5', 0.5],
    ['5.', 5],
    ['1.0D+03', 1000],
    ['1d-2', 0.01],
    ['6.02E23', 6.02e23],
    ['0007', 7],
    ['1e-400', 0],
    ['12\r', 12],
  ])('reads %j as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '0x10',
    '1e999',
    '-1e999',
    '12abc',
    '1,5',
    '1 5',
    'NaN',
    'nan',
    'Infinity',
    '-inf',
    '.',
    '+',
    '1e',
    '1e+',
    'e5',
    '1.2.3',
    '--1',
    '1_000',
    '١',
    '1n',
    '1\n2',
    '0b1',
  ])('refuses %j', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  it('takes no text that does not look like a decimal number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const looksDecimal = /^[ \t]*[-+]?[\d.]+([eEdD][-+]?\d+)?[ \t\r]*$/.test(text);
        return looksDecimal || parseNumber(text) === undefined;
      }),
      { seed: 11, numRuns: 2000 },
    );
  });
});

describe('printNumber', () => {
  it('prints text that reads back as the same double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const expected = value === 0 ? 0 : value;
        return Object.is(parseNumber(printNumber(value)), expected);
      }),
      { seed: 12, numRuns: 5000 },
    );
  });

  it('prints negative zero as 0', () => {
    expect(printNumber(-0)).toBe('0');
  });

  it.each([NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(() => printNumber(value)).toThrow(RangeError);
  });
});
