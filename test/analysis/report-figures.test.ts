import { describe, expect, it } from 'vitest';
import {
  bestSoFar,
  designSpread,
  empiricalDistribution,
  groupMeans,
  interactionMeans,
  sampledDraws,
  surfaceAt,
  structureOfStudy,
  surfaceGrid,
  type StudyStructure,
} from '../../src/analysis/index.ts';
import { createStream } from '../../src/distributions/index.ts';
import { reportInput } from '../report/report-kit.ts';

describe('group means', () => {
  it('stand at each value of an input, ascending, with the interval of Student', () => {
    const found = groupMeans(Float64Array.of(2, 1, 2, 1), Float64Array.of(5, 1, 7, 3));
    expect(found.byTenths).toBe(false);
    expect(found.groups.map(({ at, count, mean }) => [at, count, mean])).toEqual([
      [1, 2, 2],
      [2, 2, 6],
    ]);
    // 12.706 of Student with one degree of freedom, times sqrt(2) / sqrt(2).
    expect(found.groups[0]?.interval?.[1]).toBeCloseTo(2 + 12.7062, 3);
  });

  it('are of tenths where an input has many values', () => {
    const x = Float64Array.from({ length: 50 }, (_, row) => 50 - row);
    const { byTenths, groups } = groupMeans(
      x,
      x.map((value) => 2 * value),
    );
    expect(byTenths).toBe(true);
    expect(groups.map(({ count }) => count)).toEqual(new Array(10).fill(5));
    expect(groups[0]).toMatchObject({ at: 3, mean: 6 });
  });

  it('are of fewer parts where these would have fewer than three runs', () => {
    const x = Float64Array.from({ length: 14 }, (_, row) => row);
    expect(groupMeans(x, x).groups.map(({ count }) => count)).toEqual([4, 3, 4, 3]);
    const few = x.slice(0, 9);
    expect(groupMeans(few, few).groups).toHaveLength(9);
    expect(groupMeans(few, few, { fewest: 2 }).groups.map(({ count }) => count)).toEqual([3, 3, 3]);
    expect(groupMeans(few.slice(0, 5), few.slice(0, 5), { fewest: 2 }).groups).toEqual([]);
  });

  it('of rows that each ran six times have intervals of the rows', () => {
    const [rows, repeats, studies] = [20, 6, 100];
    let [all, missed] = [0, 0];
    for (let study = 0; study < studies; study += 1) {
      const uniforms = new Float64Array(2 * rows + rows * repeats);
      createStream(11, '/group-means').fill(uniforms, study * uniforms.length);
      const column = (from: number): Float64Array =>
        Float64Array.from(
          { length: rows * repeats },
          (_, run) => uniforms[from + (run % rows)] ?? 0,
        );
      const [a, b] = [column(0), column(rows)];
      const y = a.map((value, run) => 10 * value + (uniforms[2 * rows + run] ?? 0));
      const inputs = [a, b].map((values, place) => ({
        ...{ name: 'ab'[place] ?? '', role: 'input' as const, values },
      }));
      const draws = sampledDraws(inputs, {
        ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['a', 'b'] },
        replicates: repeats,
      });
      // Whatever b is, the mean is 5.5.
      for (const { interval } of groupMeans(b, y, draws ? { draws } : {}).groups) {
        if (!interval) continue;
        all += 1;
        if (interval[0] > 5.5 || interval[1] < 5.5) missed += 1;
      }
    }
    expect(all).toBeGreaterThan(900);
    expect(missed / all).toBeLessThan(0.08);
  });

  it('of one row that ran again and again have none, but where somebody chose the rows of a factorial', () => {
    const x = Float64Array.of(1, 1, 2, 2, 3, 3);
    const z = Float64Array.of(5, 5, 4, 4, 9, 9);
    const y = Float64Array.of(1, 1.1, 2, 2.1, 3, 3.1);
    const columns = [x, z].map((values, place) => ({
      ...{ name: 'xz'[place] ?? '', role: 'input' as const, values },
    }));
    const structure = { options: {}, seed: 1, variables: ['x', 'z'], replicates: 2 };
    const draws = sampledDraws(columns, { method: 'latin-hypercube', ...structure });
    expect(draws).toEqual(Uint32Array.of(0, 0, 1, 1, 2, 2));
    const { groups } = groupMeans(x, y, draws ? { draws } : {});
    expect(groups.map(({ count, interval }) => [count, interval])).toEqual(
      new Array(3).fill([2, undefined]),
    );
    expect(sampledDraws(columns, { method: 'full-factorial', ...structure })).toBeUndefined();
    const grid = [
      { ...columns[0], values: Float64Array.of(1, 1, 2, 2, 1, 1, 2, 2) },
      { ...columns[1], values: Float64Array.of(3, 4, 3, 4, 3, 4, 3, 4) },
    ] as typeof columns;
    expect(sampledDraws(grid, undefined)).toBeUndefined();
  });

  it('leave out runs without a response, and inputs with one value', () => {
    const y = Float64Array.of(1, NaN, 3);
    expect(groupMeans(['a', 'b', 'b'], y).groups.map(({ at, mean }) => [at, mean])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    expect(groupMeans(Float64Array.of(4, 4, 4), y).groups).toEqual([]);
  });
});

describe('interaction means', () => {
  const count = (runs: number) => Float64Array.from({ length: runs }, (_, row) => row);
  /** Of each line how many runs stand behind each of its points. */
  const counts = (found: ReturnType<typeof interactionMeans>) =>
    'lines' in found
      ? found.lines.map(({ of, groups }) => [of, groups.map((group) => group.count)])
      : found.reason;

  it('are a line for each value of the second input', () => {
    const a = Float64Array.of(0, 1, 0, 1, 0, 1, 0, 1);
    const b = Float64Array.of(0, 0, 1, 1, 0, 0, 1, 1);
    const found = interactionMeans(a, b, Float64Array.of(0, 1, 0, 5, 0, 1, 0, 5));
    expect(
      'lines' in found && found.lines.map(({ of, groups }) => [of, groups.map(({ mean }) => mean)]),
    ).toEqual([
      ['0', [0, 1]],
      ['1', [0, 5]],
    ]);
  });

  it('take texts on both sides', () => {
    const text = (words: readonly string[]) =>
      count(24).reduce<string[]>((all, row) => [...all, words[row % words.length] ?? ''], []);
    expect(counts(interactionMeans(text(['a', 'b', 'c']), text(['p', 'q']), count(24)))).toEqual([
      ['p', [4, 4, 4]],
      ['q', [4, 4, 4]],
    ]);
  });

  it('draw no single run as a mean: fewer parts, halves for thirds, or no lines', () => {
    const ofRuns = (runs: number) => {
      const x = count(runs);
      return counts(
        interactionMeans(
          x,
          x.map((row) => (row * 7) % runs),
          x,
        ),
      );
    };
    expect(ofRuns(45)).toEqual([
      ['lowest third', [3, 3, 3, 3, 3]],
      ['highest third', [3, 3, 3, 3, 3]],
    ]);
    expect(ofRuns(20)).toEqual([
      ['lowest third', [3, 3]],
      ['highest third', [3, 3]],
    ]);
    expect(ofRuns(13)).toEqual([
      ['lowest half', [3, 3]],
      ['highest half', [3, 3]],
    ]);
    expect(ofRuns(11)).toBe('a point would be the mean of too few runs');
    const levels = Float64Array.of(0, 1, 0, 1);
    const single = interactionMeans(levels, Float64Array.of(0, 0, 1, 1), count(4));
    expect(counts(single)).toBe('a point would be the mean of too few runs');
  });

  it('cut the runs that count, whatever the others are', () => {
    const x = count(40);
    const y = x.map((row) => (row < 20 ? row : NaN));
    expect(counts(interactionMeans(x, x, y))).toEqual([
      ['lowest third', [3, 3]],
      ['highest third', [3, 3]],
    ]);
  });
});

describe('a surface', () => {
  const equation = {
    scaling: [
      { input: 'a', centre: 1, halfRange: 2 },
      { input: 'b', centre: 0, halfRange: 1 },
    ],
    coefficients: [
      { inputs: [], coefficient: 10, standardError: 0 },
      { inputs: ['a'], coefficient: 3, standardError: 0 },
      { inputs: ['b', 'b'], coefficient: 4, standardError: 0 },
      { inputs: ['a', 'b'], coefficient: -1, standardError: 0 },
    ],
  };

  it('has the value of its equation at a point, and in the middle where none is given', () => {
    expect(surfaceAt(equation, { a: 3, b: -1 })).toBe(10 + 3 + 4 + 1);
    expect(surfaceAt(equation, {})).toBe(10);
  });

  it('spans the ranges of two inputs', () => {
    const grid = surfaceGrid(equation, ['a', 'b'], 3);
    expect(grid?.x).toEqual([-1, 1, 3]);
    expect(grid?.y).toEqual([-1, 0, 1]);
    expect(grid?.values[2]?.[0]).toBe(10 - 3 + 4 + 1);
    expect(surfaceGrid(equation, ['a', 'c'])).toBeUndefined();
  });
});

describe('the best so far', () => {
  it('only gets better, skips what is missing, and lasts to the end', () => {
    expect(bestSoFar(Float64Array.of(NaN, 3, 5, 2, 9), 'minimize')).toEqual([
      { run: 2, best: 3 },
      { run: 4, best: 2 },
      { run: 5, best: 2 },
    ]);
    expect(bestSoFar(Float64Array.of(3, 5), 'maximize').at(-1)).toEqual({ run: 2, best: 5 });
  });
});

describe('the empirical distribution', () => {
  it('ends at the largest value with the share 1', () => {
    expect(empiricalDistribution(Float64Array.of(3, 1, NaN, 2))).toEqual([
      { value: 1, share: 1 / 3, exceedance: 2 / 3 },
      { value: 2, share: 2 / 3, exceedance: 1 / 3 },
      { value: 3, share: 1, exceedance: 0 },
    ]);
  });

  it('is thinned evenly', () => {
    const values = Float64Array.from({ length: 1000 }, (_, row) => row);
    const points = empiricalDistribution(values, 11);
    expect(points).toHaveLength(11);
    expect([points[0], points[10]]).toEqual([
      { value: 0, share: 0.001, exceedance: 0.999 },
      { value: 999, share: 1, exceedance: 0 },
    ]);
  });

  it('has one point for each different value, with the share of all runs that are at most that', () => {
    const values = Float64Array.of(0, 2, 0, 1, 2, 2, 7, 0);
    expect(empiricalDistribution(values)).toEqual([
      { value: 0, share: 3 / 8, exceedance: 5 / 8 },
      { value: 1, share: 4 / 8, exceedance: 4 / 8 },
      { value: 2, share: 7 / 8, exceedance: 1 / 8 },
      { value: 7, share: 1, exceedance: 0 },
    ]);
    const thinned = Float64Array.from({ length: 1000 }, (_, row) => Math.floor(row / 3));
    for (const { value, share } of empiricalDistribution(thinned, 11)) {
      expect(share).toBe(thinned.filter((one) => one <= value).length / 1000);
    }
  });
});

describe('the spread of a design', () => {
  const uniform = {
    kind: 'generator',
    generator: 'Uniform',
    settings: { minvalue: 0, maxvalue: 1 },
  } as const;
  const input = (name: string, values: Float64Array | readonly string[]) =>
    ({ name, role: 'input', values }) as const;
  const structure: StudyStructure = {
    ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['x', 'c', 'k'] },
    distributions: {
      x: uniform,
      c: { kind: 'levels', values: ['red', 'blue', 'green'] },
      k: uniform,
    },
  };
  const columns = [
    input('x', Float64Array.of(0, 0.5, 1)),
    input('c', ['red', 'blue', 'green']),
    input('k', Float64Array.of(1, 1, 1)),
  ];

  it('of a sample is that of the probabilities of its values, levels left out', () => {
    const found = designSpread(columns, structure);
    expect(found).toMatchObject({ points: 3, dimensions: 1, leastDistance: 0.5 });
    const { value, random, leftOut } = discrepancyOf(found);
    expect(value).toBeCloseTo(13 / 12 - (2 / 3) * (1.125 + 1 + 1.125) + pairs(), 12);
    expect(random).toBeCloseTo((5 / 4 - 13 / 12) / 3, 12);
    expect(leftOut.map(({ input: name }) => name)).toEqual(['c', 'k']);
  });

  it('counts points of several cases or replicates once', () => {
    const twice = columns.map(({ name, values }) =>
      input(name, values.length === 0 ? values : Float64Array.of(0, 0, 0.5, 0.5, 1, 1)),
    );
    expect(designSpread(twice.slice(0, 1), structure)).toEqual(
      designSpread(columns.slice(0, 1), structure),
    );
  });

  // scipy.stats.qmc.discrepancy(method="CD") of the probabilities that scipy.stats gives of the planned values, scipy 1.17.1
  it.each([
    [
      '{method: sobol, runs: 256, seed: 3}',
      `  - {name: p, type: Param, generator: Normal, settings: {mean: 101325, stddev: 0.5}}
  - {name: q, type: Param, generator: LogNormal, settings: {mu: 0, sigma: 1}}`,
      1.1017083300313146e-5,
    ],
    [
      '{method: latin-hypercube, runs: 90, seed: 2}',
      `  - {name: a, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}
  - {name: b, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`,
      3.482156303316053e-4,
    ],
  ])('agrees with scipy: %s', async (design, inputs, expected) => {
    const { study, table } = await reportInput({ design, inputs });
    const given = table.columns.filter(({ role }) => role === 'input');
    const { value } = discrepancyOf(designSpread(given, structureOfStudy(study)));
    expect(value / expected).toBeCloseTo(1, 6);
  });

  it('of chosen or dependent points has no discrepancy, and says why', () => {
    const factorial = designSpread(columns, { ...structure, method: 'full-factorial' });
    expect(factorial).toMatchObject({
      discrepancy: expect.stringMatching(/are chosen/u) as string,
      leastDistance: 0.5,
    });
    const dependent = designSpread(columns, { ...structure, dependence: 'design.where' });
    expect(dependent).toMatchObject({
      discrepancy: expect.stringMatching(/^design\.where/u) as string,
    });
  });

  it('is unknown where nothing varies', () => {
    expect(designSpread([input('x', Float64Array.of(1, 1))], structure)).toBe(
      'no input of numbers varies',
    );
  });

  it('says of too many points that their pairs are too many', () => {
    const many = input(
      'x',
      Float64Array.from({ length: 5600 }, (_, row) => row),
    );
    expect(designSpread([many], { ...structure, method: 'full-factorial' })).toBe(
      'they are of all pairs of points, which are too many above 3000 points, and here are 5600',
    );
  });

  function discrepancyOf(found: ReturnType<typeof designSpread>) {
    if (typeof found === 'string' || typeof found.discrepancy === 'string') {
      throw new Error(`Expected a discrepancy, got ${JSON.stringify(found)}`);
    }
    return found.discrepancy;
  }

  /** Hickernell's double sum by hand for 0, 1/2 and 1. */
  function pairs(): number {
    const points = [0, 0.5, 1];
    const kernel = (a: number, b: number): number =>
      1 + Math.abs(a - 0.5) / 2 + Math.abs(b - 0.5) / 2 - Math.abs(a - b) / 2;
    return points.flatMap((a) => points.map((b) => kernel(a, b))).reduce((x, y) => x + y, 0) / 9;
  }
});
