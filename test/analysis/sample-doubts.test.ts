/** Runs that don't show what a polynomial chaos is asked for: what is left out of it, and what is said of the rest. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';
import { createStream } from '../../src/distributions/index.ts';
import type { Cell } from '../../src/design/cell.ts';

const n = 60;
const [x1, x2, x3] = ['a', 'b', 'c'].map((name) => {
  const values = new Float64Array(n);
  createStream(4, name).fill(values, 0);
  return values;
}) as [Float64Array, Float64Array, Float64Array];

type Columns = Readonly<Record<string, Float64Array | readonly Cell[]>>;

function chaosOf(
  inputs: Columns,
  model: (...x: number[]) => number,
  given: Partial<StudyStructure> = {},
) {
  const columns = Object.values(inputs);
  const y = Float64Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    model(...columns.map((column) => Number(column[row]))),
  );
  const variables = Object.keys(inputs);
  const uniform = {
    kind: 'generator',
    generator: 'Uniform',
    settings: { minvalue: 0, maxvalue: 1 },
  } as const;
  const summary = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...variables.map((name) => ({ name, role: 'input' as const, values: inputs[name] ?? y })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      method: 'table',
      options: {},
      seed: 1,
      variables,
      distributions: Object.fromEntries(variables.map((name) => [name, uniform])),
      ...given,
    },
  );
  const trust = summary.estimators.find(({ estimator }) => estimator === 'polynomialChaos');
  return { found: summary.polynomialChaos?.[0], trust, reasons: trust?.reasons.join('; ') ?? '' };
}

const wave = (a = 0, b = 0): number => a + Math.sin(3 * b);
const sum = (a = 0, b = 0, c = 0): number => a + b + 3 * c;

describe('a polynomial chaos', () => {
  it('of runs that follow the distributions is good', () => {
    expect(chaosOf({ x1, x2, x3 }, wave).trust).toMatchObject({ trust: 'good' });
  });

  it('leaves an input out that doesn’t vary, instead of giving its polynomials weight', () => {
    const { found, trust, reasons } = chaosOf({ x1, x2, x3: x3.map(() => 0.3) }, wave, {
      settings: { levels: { y: { response: [1] } } },
    });
    // numpy: the standard deviation of x1 + sin(3 x2) over 4,000,000 points is 0.4083.
    expect(found?.standardDeviation).toBeCloseTo(0.4083, 3);
    expect(found?.indices?.map(({ input }) => input)).toEqual(['x1', 'x2']);
    expect(found?.leftOut).toMatchObject([{ input: 'x3' }]);
    expect(found?.levels).toEqual([]);
    expect(found?.levelsLeftOut?.[0]?.reason).toContain('hold x3 at one value');
    expect(trust?.trust).toBe('limited');
    expect(reasons).toContain('x3 has the one value 0.3');
  });

  const half = Array.from({ length: 24 }, (_, row) => row % 4);
  const rescaled = (column: Float64Array, factor: number) => column.map((x) => x * factor);
  const swing =
    (factor: number) =>
    (a = 0, b = 0) =>
      Math.sin(factor * a) + b;
  it.each<readonly [string, Columns, (...x: number[]) => number, RegExp]>([
    ['tied inputs', { x1, x2: x1, x3 }, sum, /x1 and x2 go together .* can’t tell x/],
    ['inputs nearly tied', { x1, x2: x1.map((x, i) => x + 1e-3 * (x2[i] ?? 0)) }, wave, /together/],
    ['an input that is the square of another', { x1, x2: x1.map((x) => x * x) }, wave, /together/],
    [
      'inputs tied by their distance from the middle',
      { x1, x2: x1.map((x) => (2 * x - 1) ** 2) },
      wave,
      /x1 and x2 go together/,
    ],
    ['a part of the distribution', { x1: rescaled(x1, 0.3), x2 }, swing(6), /x1 has no run above/],
    ['another distribution', { x1: x1.map((x) => x ** 3), x2 }, wave, /x1 doesn’t follow/],
    ['values beyond the distribution', { x1: rescaled(x1, 1.2), x2 }, wave, /outside of its/],
    ['two values', { x1: x1.map(Math.round), x2 }, swing(3), /x1 takes 2 values/],
    ['three values', { x1: x1.map((x) => Math.round(2 * x) / 2), x2 }, swing(9), /x1 takes 3/],
    [
      'a half fraction, in which a product is an input',
      {
        x1: half.map((k) => (k & 1 ? 0.8 : 0.2)),
        x2: half.map((k) => (k & 2 ? 0.8 : 0.2)),
        x3: half.map((k) => (k === 1 || k === 2 ? 0.2 : 0.8)),
      },
      (a = 0, b = 0) => (a - 0.5) * (b - 0.5),
      /can’t tell x1 x x2 from/,
    ],
    [
      'inputs that are moved one at a time',
      {
        x1: x1.map((x, row) => (row % 2 ? x : 0.4)),
        x2: x2.map((x, row) => (row % 2 ? 0.4 : x)),
      },
      sum,
      /can’t tell x1 x x2 from/,
    ],
  ])('of %s says so', (_, inputs, model, reason) => {
    const { trust, reasons } = chaosOf(inputs, model);
    expect(trust?.trust).toBe('limited');
    expect(reasons).toMatch(reason);
  });

  it('of levels says which never occur', () => {
    const values = ['soft', 'hard', 'odd'];
    const grade = Array.from(x1, (_, row) => values[row % 2] ?? '');
    const y = Float64Array.from(
      grade,
      (text, row) => (text === 'hard' ? 2 : 1) + (x2[row] ?? 0) / 50,
    );
    const summary = summariseStudy(
      {
        accepted: grade.map(() => true),
        columns: [
          { name: 'grade', role: 'input', values: grade },
          { name: 'y', role: 'output', values: y },
        ],
      },
      {
        method: 'table',
        options: {},
        seed: 1,
        variables: ['grade'],
        distributions: { grade: { kind: 'levels', values } },
      },
    );
    const own = summary.estimators.find(({ estimator }) => estimator === 'polynomialChaos');
    expect(own?.reasons.join()).toContain('grade takes 2 of its 3 values');
  });

  it('predicts no run from its own repeats', () => {
    const twelve = (column: Float64Array) => column.map((_, row) => column[row % 12] ?? 0);
    const model = (a = 0, b = 0, c = 0) => Math.sin(7 * a) + Math.cos(5 * b) * c;
    const { found, trust } = chaosOf({ x1: twelve(x1), x2: twelve(x2), x3: twelve(x3) }, model);
    expect(found?.q2 ?? 0).toBeLessThan(0.9);
    expect(trust?.trust).not.toBe('good');
  });

  it.each<readonly [string, (...x: number[]) => number, RegExp]>([
    ['doesn’t vary', () => 5, /doesn’t vary/],
    ['has one huge value', (a = 0) => (a === x1[7] ? 1e6 : a), /no polynomial of the inputs/],
  ])('is missed aloud where the response %s', (_, model, reason) => {
    const { found, trust, reasons } = chaosOf({ x1, x2 }, model);
    expect(found).toBeUndefined();
    expect(trust?.trust).toBe('none');
    expect(reasons).toMatch(reason);
  });
});

it('a quadratic surface predicts no run from its own repeats', () => {
  const few = [x1, x2].map((column) => column.slice(0, 7));
  const many = few.map((column) => Float64Array.from([...column, ...column, ...column]));
  const y = (columns: readonly Float64Array[]) =>
    (columns[0] ?? x1).map((a, row) => Math.sin(9 * a) + (columns[1]?.[row] ?? 0) ** 5);
  const [once, thrice] = [few, many].map((columns) => quadraticSurface(columns, y(columns)));
  expect(thrice?.q2).toBeCloseTo(once?.q2 ?? NaN, 9);
});

it('inputs that regressions have no place for are named beside them', () => {
  const grade = Array.from(x1, (_, row) => (row % 2 ? 'soft' : 'hard'));
  const { sensitivity } = summariseStudy({
    accepted: grade.map(() => true),
    columns: [
      { name: 'x1', role: 'input', values: x1 },
      { name: 'grade', role: 'input', values: grade },
      { name: 'load', role: 'input', values: x1.map(() => 3) },
      { name: 'y', role: 'output', values: x2 },
    ],
  });
  expect(sensitivity[0]?.leftOut?.map(({ input, reason }) => `${input} ${reason}`)).toEqual([
    'grade holds texts, and these results need numbers',
    'load has the one value 3 in these runs',
  ]);
});
