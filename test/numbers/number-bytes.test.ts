import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printNumber, writeNumber } from '../../src/numbers/index.ts';

const bytes = Buffer.alloc(64);

function written(value: number): string {
  return bytes.toString('latin1', 5, writeNumber(bytes, 5, value));
}

function expectSame(values: Iterable<number>): void {
  const wrong = [...values].filter((value) => written(value) !== printNumber(value));
  expect(wrong.slice(0, 5)).toEqual([]);
}

/** The doubles next to a number. */
function* neighbours(value: number, count: number): Generator<number> {
  const double = Float64Array.of(value);
  const bits = new BigInt64Array(double.buffer);
  bits[0] = (bits[0] ?? 0n) - BigInt(count);
  for (let step = 0; step <= 2 * count; step += 1) {
    yield double[0] ?? NaN;
    bits[0] = (bits[0] ?? 0n) + 1n;
  }
}

describe('writeNumber', () => {
  it('writes what printNumber gives for any double', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, (value) => {
        expect(written(value)).toBe(printNumber(value));
      }),
      { seed: 31, numRuns: 5000 },
    );
  });

  it('does so for numbers of the sizes that designs have', () => {
    const places = fc.integer({ min: -7, max: 16 });
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), places, (value, place) => {
        expectSame([value * 10 ** place, Math.fround(value * 10 ** place)]);
      }),
      { seed: 32, numRuns: 20_000 },
    );
  });

  it('does so around powers of 10 and of 2, where digits and distances change', () => {
    for (let exponent = -8; exponent < 18; exponent += 1) {
      expectSame(neighbours(10 ** exponent, 500));
    }
    for (let exponent = -20; exponent < 56; exponent += 1) {
      expectSame(neighbours(2 ** exponent, 100));
    }
  });

  it('does so for short decimals, binary fractions and whole numbers', () => {
    for (const scale of [1, 1e-3, 1e-6, 0.1, 2 ** -10, 1e9, 0.5]) {
      expectSame(Array.from({ length: 20_000 }, (_, index) => (index - 500) * scale));
      expectSame(Array.from({ length: 20_000 }, (_, index) => (index * 7919) / (1 / scale)));
    }
    expectSame([0, -0, 123456789012345, 999999999999999.9, 5e-324, -1.7976931348623157e308]);
  });
});
