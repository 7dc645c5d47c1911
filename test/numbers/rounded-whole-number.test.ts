import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRoundedWhole, printNumber } from '../../src/numbers/index.ts';

it.each([
  ['9007199254740993', true],
  ['-12345678901234567', true],
  [' +12345678901234567 ', true],
  ['12345678901234567890', true],
  // Fewest digits that mean the double, then the exact ones of the same double.
  ['12345678901234567000', false],
  ['12345678901234567168', false],
  ['9007199254740992', false],
  ['100000000000000000000000', false],
  ['-0000000000000000000000', false],
  ['0.12345678901234567', false],
  ['12345678901234567.5', false],
  ['12345678901234567e0', false],
  ['1e999', false],
  ['n12345678901234567', false],
])('%j: %s', (text, isRounded) => {
  expect(isRoundedWhole(text)).toBe(isRounded);
});

it('never counts what a double prints as, nor any number of 15 digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (whole) => {
      expect(isRoundedWhole(printNumber(Number(whole)))).toBe(false);
      expect(isRoundedWhole(String(BigInt(Number(whole))))).toBe(false);
      expect(isRoundedWhole(String(whole % 10n ** 15n))).toBe(false);
    }),
    { seed: 53 },
  );
});
