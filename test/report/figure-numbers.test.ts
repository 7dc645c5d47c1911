import { expect, it } from 'vitest';
import { csvText, figureNumbers, figuresOf } from '../../src/report/index.ts';
import { figureOf, madeReport } from './report-kit.ts';

it('each figure has numbers, those of runs with how each ended', async () => {
  const report = await madeReport({
    design: '{method: latin-hypercube, runs: 12, seed: 2}',
    model: ([a = 0, b = 0]) => (a > 0.7 ? undefined : a + b),
  });
  for (const figure of figuresOf(report)) {
    const { head, rows } = figureNumbers(figure, report.runs);
    expect(rows.length, figure.id).toBeGreaterThan(0);
    expect(new Set(rows.map(({ length }) => length)), figure.id).toEqual(new Set([head.length]));
  }
  const parallel = figureNumbers(figureOf(report, 'parallel'), report.runs);
  expect(parallel.head).toEqual(['run', 'status', 'a', 'b', 'y']);
  expect(parallel.rows).toHaveLength(12);
  const places = figureNumbers(figureOf(report, 'failure-places'), report.runs);
  expect(places.head).toEqual(['run', 'status', 'a', 'b']);
  expect(csvText(places)).toMatch(/^\d+,Failed,0\.[789]\d*,0\.\d+$/mu);
});
