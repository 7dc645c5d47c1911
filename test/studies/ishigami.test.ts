import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarySchema } from '../../src/summary/summary-document.ts';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { mean, standardDeviation } from './sample-statistics.ts';

interface Bound {
  readonly exact: number;
  readonly tolerance: number;
}

const expected = JSON.parse(readFileSync('studies/ishigami/expected/statistics.json', 'utf8')) as {
  readonly runs: number;
  readonly mean: Bound;
  readonly sd: Bound;
};

describe('the study ishigami', () => {
  let study: EndedStudy;

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    study = await runStudy('studies/ishigami', join(folder, 'results'), {
      DOEFLOW_HOME: join(folder, 'home'),
    });
  });

  it('runs all of its 1,024 points', () => {
    expect(study.printed.status).toBe('Finished');
    expect(study.printed.runs).toEqual({
      total: expected.runs,
      done: expected.runs,
      failed: 0,
      stopped: 0,
      withdrawn: 0,
    });
  });

  it('draws a Latin hypercube: one point in each slice of each input', () => {
    for (const name of ['x1', 'x2', 'x3']) {
      const slices = numbersOf(study.rows, name).map((x) =>
        Math.floor(((x + Math.PI) / (2 * Math.PI)) * expected.runs),
      );
      expect(new Set(slices).size, name).toBe(expected.runs);
    }
  });

  it('gives each point its own answer', () => {
    const [x1, x2, x3, y] = ['x1', 'x2', 'x3', 'y'].map((name) => numbersOf(study.rows, name));
    for (let row = 0; row < expected.runs; row += 1) {
      const [a = NaN, b = NaN, c = NaN] = [x1?.[row], x2?.[row], x3?.[row]];
      const exact = Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a);
      expect(Math.abs((y?.[row] ?? NaN) - exact)).toBeLessThan(
        1e-12 * Math.max(1, Math.abs(exact)),
      );
    }
  });

  it('comes as near to the exact mean and standard deviation as its size allows', () => {
    const y = numbersOf(study.rows, 'y');
    expect(Math.abs(mean(y) - expected.mean.exact)).toBeLessThan(expected.mean.tolerance);
    expect(Math.abs(standardDeviation(y) - expected.sd.exact)).toBeLessThan(expected.sd.tolerance);
  });

  it('tells the published variance and indices of every order', () => {
    const [chaos] = summarySchema.parse(study.summary).polynomialChaos ?? [];
    const near = (got: number | undefined, exact: number): void =>
      expect(Math.abs((got ?? NaN) - exact)).toBeLessThan(1e-4);
    near(chaos?.mean, 3.5);
    near((chaos?.standardDeviation ?? NaN) ** 2 / 13.844587940719, 1);
    [0.3139051911, 0.4424111448, 0].forEach((value, j) => near(chaos?.indices?.[j]?.first, value));
    [0.5575888552, 0.4424111448, 0.2436836641].forEach((value, j) =>
      near(chaos?.indices?.[j]?.total, value),
    );
    expect(chaos?.second?.[0]?.inputs).toEqual(['x1', 'x3']);
    near(chaos?.second?.[0]?.value, 0.2436836641);
  });
});
