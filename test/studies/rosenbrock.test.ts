import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarySchema } from '../../src/summary/summary-document.ts';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { correlation, mean, standardDeviation } from './sample-statistics.ts';

interface Expected {
  readonly runs: number;
  readonly moments: Readonly<Record<'mean' | 'sd' | 'skewness' | 'kurtosis', number>>;
  readonly correlations: readonly (readonly [x: string, y: string, value: number])[];
  readonly shareUpTo100: number;
}

const expected = JSON.parse(
  readFileSync('studies/rosenbrock/expected/statistics.json', 'utf8'),
) as Expected;
const points = parse(readFileSync('studies/rosenbrock/points.csv', 'utf8'), {
  columns: true,
}) as Readonly<Record<'x1' | 'x2' | 'published', string>>[];

describe('the study rosenbrock', () => {
  let study: EndedStudy;

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    study = await runStudy('studies/rosenbrock', join(folder, 'results'), {
      DOEFLOW_HOME: join(folder, 'home'),
    });
  });

  it('runs each row of its table once, in order', () => {
    expect(study.printed.status).toBe('Finished');
    expect(study.printed.runs).toEqual({
      total: 200,
      done: 200,
      failed: 0,
      stopped: 0,
      withdrawn: 0,
    });
    expect(numbersOf(study.rows, 'run')).toEqual(points.map((_, row) => row + 1));
    expect(numbersOf(study.rows, 'x1')).toEqual(points.map(({ x1 }) => Number(x1)));
    expect(numbersOf(study.rows, 'x2')).toEqual(points.map(({ x2 }) => Number(x2)));
  });

  it('reads the answers that were published for those rows', () => {
    const f = numbersOf(study.rows, 'f');
    for (const [row, { published }] of points.entries()) {
      expect(Math.abs((f[row] ?? NaN) / Number(published) - 1)).toBeLessThan(1e-6);
    }
  });

  it('has the published moments and correlations in its table', () => {
    const f = numbersOf(study.rows, 'f');
    expect(mean(f) / expected.moments.mean).toBeCloseTo(1, 7);
    expect(standardDeviation(f) / expected.moments.sd).toBeCloseTo(1, 7);
    for (const [x, y, value] of expected.correlations) {
      const found = correlation(numbersOf(study.rows, x), numbersOf(study.rows, y));
      expect(found / value, `${x}, ${y}`).toBeCloseTo(1, 7);
    }
  });

  it('has all statistics that the Dakota manual prints for those rows in its summary', () => {
    const { moments, correlations, sensitivity } = summarySchema.parse(study.summary);
    const { f } = moments;
    const near = (got: number | undefined, printed: number): void =>
      expect((got ?? NaN) / printed).toBeCloseTo(1, 5);
    near(f?.mean, 4.5540183516e2);
    near(f?.standardDeviation, 5.3682678089e2);
    near(f?.skewness, 1.6661798252);
    near(f?.kurtosis, 2.7925726822);
    [380.54757609, 530.25609422].forEach((end, k) => near(f?.confidence?.mean[k], end));
    [488.86795789, 595.30059589].forEach((end, k) =>
      near(f?.confidence?.standardDeviation[k], end),
    );
    expect(f?.levels).toMatchObject([{ asked: 'response', response: 100, probability: 0.34 }]);
    const printed = {
      x1: [-9.57746e-2, -1.1536e-1, -1.14659e-1, -1.37154e-1],
      x2: [-5.08193e-1, -5.04661e-1, -5.11111e-1, -5.08762e-1],
    };
    for (const [x, [simple = 0, rank = 0, partial = 0, partialRank = 0]] of Object.entries(
      printed,
    )) {
      const of = (list: typeof correlations.pearson): number | undefined =>
        list.find(({ first, second }) => first === x && second === 'f')?.value;
      const own = sensitivity[0]?.inputs.find(({ input }) => input === x);
      near(of(correlations.pearson), simple);
      near(of(correlations.spearman), rank);
      near(own?.partial, partial);
      near(own?.partialRank, partialRank);
    }
  });
});
