import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { philox } from '../../src/distributions/philox.ts';
import {
  createPermutation,
  createPermutationFill,
  createStream,
} from '../../src/distributions/index.ts';

function words(...values: number[]): Int32Array {
  return Int32Array.from(values);
}

describe('Philox4x32-10', () => {
  it.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('gives the published answer for the counter %j and the key %j', (counter, key, answer) => {
    const state = words(...counter);
    philox(state, key[0] ?? 0, key[1] ?? 0);
    expect(Array.from(state, (word) => word >>> 0)).toEqual(answer);
  });
});

describe('createStream', () => {
  it('gives the same number at a counter in whatever order it is asked', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 31 - 1 }),
        fc.integer({ min: 0, max: 2 ** 52 }),
        fc.integer({ min: 0, max: 9 }),
        (seed, start, length) => {
          const stream = createStream(seed, 'w');
          const block = new Float64Array(length);
          stream.fill(block, start);
          expect([...block]).toEqual(
            Array.from({ length }, (_, index) => createStream(seed, 'w').uniform(start + index)),
          );
        },
      ),
      { seed: 5 },
    );
  });

  it('fills long blocks with the numbers of the published generator', () => {
    for (const [start, length] of [
      [0, 8192],
      [1, 8193],
      [2 ** 33 - 4, 20_001],
    ] as const) {
      const stream = createStream(2 ** 40 + 1, 'w');
      const block = new Float64Array(length);
      stream.fill(block, start);
      const differs = block.findIndex((value, index) => value !== stream.uniform(start + index));
      expect(differs).toBe(-1);
    }
  });

  it('gives uniform numbers inside (0, 1) that differ between names, seeds and halves of seeds', () => {
    const block = new Float64Array(40_000);
    createStream(7, 'w').fill(block, 0);
    const mean = block.reduce((sum, value) => sum + value, 0) / block.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.006);
    expect(block.every((value) => value > 0 && value < 1)).toBe(true);
    const firsts = [
      createStream(7, 'w'),
      createStream(7, 't'),
      createStream(8, 'w'),
      createStream(7 + 2 ** 32, 'w'),
      createStream(7, ''),
      createStream(7, 'w\0'),
      createStream(7, 'a name of more than sixteen bytes'),
      createStream(7, 'a name of more than sixteen bytez'),
    ].map((stream) => stream.uniform(0));
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('keeps its numbers for ever', () => {
    const stream = createStream(42, 'w');
    expect([0, 1, 2, 2 ** 40].map((row) => stream.uniform(row))).toMatchInlineSnapshot(`
      [
        0.026531549446142555,
        0.8349750287508068,
        0.815604125774679,
        0.6059713700375663,
      ]
    `);
    expect([0, 1, 2, 3, 4].map((row) => stream.bits(row))).toMatchInlineSnapshot(`
      [
        113952144,
        616286832,
        3586190420,
        2782425731,
        3502993030,
      ]
    `);
  });
});

describe('createPermutation', () => {
  it('holds each number once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(), (size, seed) => {
        const at = createPermutation(size, createStream(seed, 'p'));
        const seen = new Set(Array.from({ length: size }, (_, index) => at(index)));
        expect(seen.size).toBe(size);
        expect(Math.max(...seen)).toBe(size - 1);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it('is filled block by block with the same numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat({ max: 100 }),
        fc.nat(),
        (size, more, seed) => {
          const start = seed % size;
          const block = new Uint32Array(Math.min(more, size - start));
          createPermutationFill(size, createStream(seed, 'p'))(block, start);
          const at = createPermutation(size, createStream(seed, 'p'));
          expect([...block]).toEqual(Array.from(block, (_, index) => at(start + index)));
        },
      ),
      { seed: 8 },
    );
  });

  it('takes all six orders of three equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6000; seed += 1) {
      const at = createPermutation(3, createStream(seed, 'p'));
      const order = [at(0), at(1), at(2)].join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(counts.size).toBe(6);
    expect(chiSquare).toBeLessThan(20.5); // 0.1 % point of chi-square with 5 degrees of freedom
  });
});
