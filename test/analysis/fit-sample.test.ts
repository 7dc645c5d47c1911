import { expect, it } from 'vitest';
import { entriesAt, mostFitRuns, sampleRows } from '../../src/analysis/fit-sample.ts';

const column = (rows: number) => Float64Array.from({ length: rows }, (_, row) => row);

it('up to 8,192 values are all taken', () => {
  expect(sampleRows(column(mostFitRuns), { seed: 1 })).toBeUndefined();
  const withGaps = column(2 * mostFitRuns).map((value) => (value % 2 === 0 ? value : NaN));
  expect(sampleRows(withGaps, { seed: 1 })).toBeUndefined();
});

it('a run without a value is not among them', () => {
  const values = column(10_000).map((value) => (value % 9 === 0 ? NaN : value));
  const found = sampleRows(values, { seed: 1 });
  expect(found?.sample).toEqual({ rows: mostFitRuns, of: 8888 });
  expect(found?.rows.some((row) => row % 9 === 0)).toBe(false);
});

it('runs are drawn from all of them, each once and in order, by the seed alone', () => {
  const values = column(100_000);
  const { rows } = sampleRows(values, { seed: 1 }) ?? {};
  expect(new Set(rows).size).toBe(mostFitRuns);
  expect(rows).toEqual(rows?.slice().sort());
  for (let part = 0; part < 10; part += 1) {
    const own = rows?.filter((row) => Math.floor(row / 10_000) === part).length;
    expect(Math.abs((own ?? 0) - mostFitRuns / 10)).toBeLessThan(5 * Math.sqrt(mostFitRuns / 10));
  }
  expect(sampleRows(values, { seed: 1 })?.rows).toEqual(rows);
  expect(sampleRows(values, { seed: 2 })?.rows).not.toEqual(rows);
});

it('entries of numbers and of texts are picked alike', () => {
  const rows = Uint32Array.of(0, 2);
  expect(entriesAt(Float64Array.of(1, 2, 3), rows)).toEqual(Float64Array.of(1, 3));
  expect(entriesAt(['a', 'b', 'c'], rows)).toEqual(['a', 'c']);
  expect(entriesAt(['a', 'b', 'c'], undefined)).toEqual(['a', 'b', 'c']);
});
