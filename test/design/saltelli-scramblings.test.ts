import { expect, it } from 'vitest';
import { createDesign } from '../../src/design/index.ts';

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;
const variables = ['a', 'b', 'c'].map((name) => ({ name, source }));
const rowsOf = (options: Readonly<Record<string, unknown>>, start = 0, count?: number) => {
  const design = createDesign({ method: 'saltelli', seed: 7, options, variables });
  return design
    .block(start, count ?? design.rowCount - start)
    .map((column) => Array.from(column, Number));
};

it('each scrambling of Saltelli blocks fills each interval of each input once', () => {
  const [a = []] = rowsOf({ baseSamples: 256, scramblings: 16 });
  for (let number = 0; number < 16; number += 1) {
    const own = Array.from({ length: 16 }, (_, i) => a[5 * (number + 16 * i)] ?? NaN);
    expect(new Set(own.map((x) => Math.floor(16 * x))).size).toBe(16);
  }
});

it('scramblings differ from each other', () => {
  const [a = []] = rowsOf({ baseSamples: 256, scramblings: 16 });
  expect(new Set(a.filter((_, row) => row % 5 === 0)).size).toBe(256);
});

it('twice the base samples keep the first half', () => {
  const half = rowsOf({ baseSamples: 64, scramblings: 16 });
  const all = rowsOf({ baseSamples: 128, scramblings: 16 });
  expect(all.map((column) => column.slice(0, 320))).toEqual(half);
});

it('any part of the rows is the same as in the whole', () => {
  const options = { baseSamples: 64, scramblings: 16, secondOrder: true };
  const all = rowsOf(options);
  for (const [start, count] of [
    [0, 1],
    [3, 100],
    [129, 7],
    [511, 1],
  ] as const) {
    expect(rowsOf(options, start, count)).toEqual(
      all.map((column) => column.slice(start, start + count)),
    );
  }
});

it('one scrambling gives the rows of a design that says nothing of them', () => {
  expect(rowsOf({ baseSamples: 32, scramblings: 1 })).toEqual(rowsOf({ baseSamples: 32 }));
});

it.each([0, 65, 1.5, '16'])('%s scramblings are refused', (scramblings) => {
  expect(() => rowsOf({ baseSamples: 32, scramblings })).toThrow(
    /Expected `scramblings`.*from 1 to 64/u,
  );
});
