/** Runs that share their inputs: replicates, cases, repeated rows of a table. */
import { describe, expect, it } from 'vitest';
import { confidenceIntervals } from '../../src/analysis/confidence-intervals.ts';
import { drawsOf, effectiveRuns, scatterOfDraws } from '../../src/analysis/draws.ts';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { moments } from '../../src/analysis/moments.ts';
import { summariseMoments } from '../../src/analysis/summarise-response.ts';
import { createStream, normalQuantile, studentQuantile } from '../../src/distributions/index.ts';

/** The design of a study of before: replicates go slowest. */
function replicated(
  rows: number,
  replicates: number,
  response: (inputs: readonly number[], noise: number) => number,
  seed: number,
): StudyTable {
  const stream = createStream(seed, '/test');
  const uniforms = new Float64Array(2 * rows + rows * replicates);
  stream.fill(uniforms, 0);
  const normal = (place: number): number => normalQuantile(uniforms[place] ?? 0.5);
  const runs = Array.from({ length: rows * replicates }, (_, run) => run);
  const [a, b] = [0, 1].map((input) =>
    Float64Array.from(runs, (run) => normal(2 * (run % rows) + input)),
  );
  const y = Float64Array.from(runs, (run) =>
    response([a?.[run] ?? 0, b?.[run] ?? 0], normal(2 * rows + run)),
  );
  return {
    accepted: runs.map(() => true),
    columns: [
      { name: 'a', role: 'input', values: a ?? y },
      { name: 'b', role: 'input', values: b ?? y },
      { name: 'y', role: 'output', values: y },
    ],
  };
}

const sampled = (further: Partial<StudyStructure> = {}): StudyStructure => ({
  ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['a', 'b'], ...further },
});
const trustOf = (
  table: StudyTable,
  structure: StudyStructure | undefined,
  estimator: string,
): unknown =>
  summariseStudy(table, structure).estimators.find((one) => one.estimator === estimator);

describe('runs of equal inputs', () => {
  it('have the interval of the mean of their rows, as many as there are of each', () => {
    const table = replicated(12, 25, ([a = 0], noise) => a + noise / 10, 3);
    const y = table.columns[2]?.values as Float64Array;
    const { moments: found } = summariseStudy(table, sampled({ replicates: 25 }));
    const means = Float64Array.from({ length: 12 }, (_, row) => {
      const own = y.filter((_value, run) => run % 12 === row);
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    const ofMeans = confidenceIntervals(moments(means) ?? { count: 0, mean: 0, min: 0, max: 0 });
    expect(found['y']?.confidence?.mean[0]).toBeCloseTo(ofMeans?.mean[0] ?? NaN, 12);
    expect(found['y']?.confidence?.mean[1]).toBeCloseTo(ofMeans?.mean[1] ?? NaN, 12);
  });

  it('of a solver without noise tell no more than one run of each row', () => {
    const values = Float64Array.of(1, 4, 2, 8, 5, 7);
    const thrice = Float64Array.from({ length: 18 }, (_, run) => values[run % 6] ?? 0);
    const draws = Uint32Array.from({ length: 18 }, (_, run) => run % 6);
    const scatter = scatterOfDraws(thrice, draws);
    expect(scatter?.freedom).toBeCloseTo(5, 10);
    const error = (moments(values)?.standardDeviation ?? 0) / Math.sqrt(6);
    expect(scatter?.meanError).toBeCloseTo(error, 12);
    const counted = [...thrice].map((value) => value <= 2);
    const shrink = (studentQuantile(0.975, 17) / studentQuantile(0.975, 5)) ** 2;
    // Without noise the share's error is that of six draws, with the factor 5 / 6 of a variance that is estimated.
    expect(effectiveRuns(counted, draws, 0.95)).toBeCloseTo(5 * shrink, 10);
  });

  it('of noise alone count each, nearly', () => {
    const table = replicated(30, 20, (_inputs, noise) => noise, 5);
    const y = table.columns[2]?.values as Float64Array;
    const draws = Uint32Array.from(y, (_, run) => run % 30);
    const scatter = scatterOfDraws(y, draws);
    expect(scatter?.freedom).toBeGreaterThan(400);
    expect(scatter?.meanError).toBeCloseTo(1 / Math.sqrt(600), 1);
    const single = replicated(1, 60, (_inputs, noise) => noise, 5);
    expect(drawsOf(single.columns.slice(0, 2), sampled({ replicates: 60 }))).toBeUndefined();
  });

  it('are told by the study, or by the table where nothing is known of it', () => {
    const few = Float64Array.of(1, 2, 1, 2, 2, 1);
    const given = [{ name: 'a', role: 'input' as const, values: few }];
    expect(drawsOf(given, sampled())).toBeUndefined();
    const grouped = Uint32Array.of(0, 1, 0, 1, 1, 0);
    for (const structure of [
      undefined,
      sampled({ method: 'table' }),
      sampled({ replicates: 2 }),
      sampled({ cases: 3 }),
    ]) {
      expect(drawsOf(given, structure)).toEqual(grouped);
    }
    const other = [
      ...given,
      { name: 'b', role: 'case' as const, values: Float64Array.of(1, 2, 3, 4, 5, 6) },
    ];
    expect(drawsOf(other, sampled({ cases: 3 }))).toEqual(grouped);
  });

  it('are judged by their rows: twelve of them show neither a tail nor a slope, however often each ran', () => {
    const table = replicated(12, 25, ([a = 0, b = 0], noise) => a + b + noise / 10, 8);
    for (const structure of [
      undefined,
      sampled({ replicates: 25 }),
      sampled({ method: 'table' }),
    ]) {
      expect(trustOf(table, structure, 'moments')).toMatchObject({
        trust: 'limited',
        reasons: [
          expect.stringContaining('300 values of 12 different rows of the inputs') as string,
        ],
      });
      expect(trustOf(table, structure, 'correlations')).toMatchObject({
        trust: 'limited',
        reasons: [expect.stringContaining('12 different rows of the inputs: a correlation of 0')],
      });
    }
    const few = replicated(7, 25, ([a = 0, b = 0], noise) => a + b + noise / 10, 8);
    expect(trustOf(few, sampled({ replicates: 25 }), 'sensitivity')).toMatchObject({
      trust: 'limited',
      reasons: expect.arrayContaining([
        expect.stringContaining('4 different rows beyond the coefficients') as string,
      ]) as string[],
    });
    const many = replicated(100, 10, ([a = 0], noise) => a + noise / 10, 8);
    expect(trustOf(many, sampled({ replicates: 10 }), 'firstOrder')).toMatchObject({
      reasons: expect.arrayContaining([
        expect.stringContaining('1000 runs are of 100 different rows') as string,
      ]) as string[],
    });
    const levels = { levels: { y: { response: [1] } } };
    expect(trustOf(table, sampled({ replicates: 25, settings: levels }), 'levels')).toMatchObject({
      trust: 'limited',
    });
  });

  it('have limits that hold for a run of another row', () => {
    const table = replicated(59, 4, ([a = 0]) => a, 11);
    const { moments: found } = summariseStudy(table, sampled({ replicates: 4 }));
    const y = (table.columns[2]?.values as Float64Array).slice(0, 59).sort();
    // Wilks: 59 values for one side, 93 for both.
    expect(found['y']?.tolerance.oneSided).toEqual({ order: 1, lower: y[0], upper: y[58] });
    expect(found['y']?.tolerance.twoSided).toBeUndefined();
  });
});

it('runs of equal inputs don’t narrow the intervals of a polynomial chaos: what it lacks is the same in all runs of a row', () => {
  const normal = {
    kind: 'generator',
    generator: 'Normal',
    settings: { mean: 0, stddev: 1 },
  } as const;
  const widest = (replicates: number): number => {
    const table = replicated(30, replicates, ([a = 0, b = 0]) => Math.sin(2 * a) + b, 4);
    const distributions = { a: normal, b: normal } as unknown as StudyStructure['distributions'];
    const structure = sampled({ replicates, ...(distributions && { distributions }) });
    const { polynomialChaos = [] } = summariseStudy(table, structure);
    const widths = (polynomialChaos[0]?.indices ?? []).map(
      ({ firstInterval: [low, high] = [0, 0] }) => high - low,
    );
    return Math.max(...widths);
  };
  expect(widest(10) / widest(1)).toBeGreaterThan(0.8);
});

describe('intervals of 400 studies of 60 rows, each run five times', () => {
  const settings = { levels: { y: { response: [0] } } };
  const draws = Uint32Array.from({ length: 300 }, (_, run) => run % 60);
  it.each([0, 0.3, 1, 3])('hold the truth as often as they say, with noise of %f', (noisy) => {
    const deviation = Math.sqrt(1 + noisy * noisy);
    const held = { mean: 0, deviation: 0, level: 0 };
    for (let seed = 1; seed <= 400; seed += 1) {
      const table = replicated(60, 5, ([a = 0], noise) => a + noisy * noise, seed);
      const values = table.columns[2]?.values as Float64Array;
      const y = summariseMoments({ name: 'y', values }, settings, draws);
      const holds = (interval: readonly number[] | undefined, truth: number): number =>
        interval && (interval[0] ?? NaN) <= truth && truth <= (interval[1] ?? NaN) ? 1 : 0;
      held.mean += holds(y?.confidence?.mean, 0);
      held.deviation += holds(y?.confidence?.standardDeviation, deviation);
      held.level += holds(y?.levels?.[0]?.probabilityInterval, 0.5);
    }
    // 95 % of 400 are 380; fewer than 365 would be seen once in 2,000 times.
    expect(Math.min(held.mean, held.deviation, held.level), JSON.stringify(held)).toBeGreaterThan(
      364,
    );
  });
});
