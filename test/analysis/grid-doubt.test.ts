/** Rows that are no sample of the inputs, whatever the study calls them. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign, type DesignSpec } from '../../src/design/index.ts';
import { createStream } from '../../src/distributions/index.ts';

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(5, name).fill(values, 0);
  return values;
}

/** Trust of what takes the rows for a sample, and why not. */
function judge(
  columns: Readonly<Record<string, Float64Array>>,
  method: StudyStructure['method'],
  declared = false,
) {
  const names = Object.keys(columns);
  const rows = columns[names[0] ?? '']?.length ?? 0;
  const noise = uniforms(rows, 'noise');
  const y = noise.map((u, row) =>
    names.reduce((sum, name) => sum + (columns[name]?.[row] ?? 0), u),
  );
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...names.map((name) => ({ name, role: 'input' as const, values: columns[name] ?? y })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method, options: {}, seed: 1, variables: method === 'table' ? [] : names },
      ...(declared
        ? { distributions: Object.fromEntries(names.map((name) => [name, source])) }
        : {}),
      settings: { levels: { y: { response: [1.5] } } },
    },
  );
  return Object.fromEntries(
    ['moments', 'levels', 'correlations'].map((wanted) => [
      wanted,
      estimators.find(({ estimator }) => estimator === wanted)?.reasons.join('; ') ?? 'not judged',
    ]),
  );
}

const grid = (levels: readonly (readonly number[])[]): Readonly<Record<string, Float64Array>> => {
  const rows = levels.reduce<readonly (readonly number[])[]>(
    (all, own) => own.flatMap((value) => all.map((row) => [...row, value])),
    [[]],
  );
  return Object.fromEntries(
    levels.map((_, j) => [`x${j}`, Float64Array.from(rows, (row) => row[j] ?? NaN)]),
  );
};

const steps = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, step) => step / (count - 1));

const each = (reasons: Readonly<Record<string, string>>, wanted: RegExp): void => {
  expect(Object.keys(reasons)).toEqual(['moments', 'levels', 'correlations']);
  for (const reason of Object.values(reasons)) expect(reason).toMatch(wanted);
};

describe('rows of a table', () => {
  it.each([
    [
      'a grid',
      grid([steps(8), steps(9)]),
      /the rows form a grid or factorial \(8 values of x0, 9 /u,
    ],
    ['a random axis crossed', grid([[...uniforms(20, 'axis')], [1, 2, 3]]), /a grid or factorial/u],
    [
      'a factorial',
      grid([
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
      ]),
      /a grid or factorial/u,
    ],
    ['equal steps', grid([steps(60)]), /x0 goes in 60 equal steps/u],
    [
      'equal ratios',
      grid([Array.from({ length: 60 }, (_, step) => 1e-3 * 1.2 ** step)]),
      /x0 goes in 60 equal steps/u,
    ],
  ])('that are %s aren’t a sample', (_, columns, words) => {
    each(judge(columns, 'table'), words);
  });

  it('that are a line, an orthogonal array or levels of a surface aren’t a sample', () => {
    const x = uniforms(60, 'line');
    each(judge({ a: x, b: x.map((u) => 3 - 2 * u) }, 'table'), /a, b move together along a line/u);
    const rows = Array.from({ length: 81 }, (_, row) => row);
    const third = (power: number) => (row: number) => Math.floor(row / 3 ** power) % 3;
    const array = {
      a: Float64Array.from(rows, third(0)),
      b: Float64Array.from(rows, third(1)),
      c: Float64Array.from(rows, (row) => (third(0)(row) + third(1)(row)) % 3),
    };
    each(judge(array, 'table'), /the rows form a grid or factorial \(3 values of a/u);
    const variables = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, source }));
    const design = createDesign({ method: 'central-composite', seed: 1, options: {}, variables });
    const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
    const named = Object.fromEntries(
      variables.map(({ name }, j) => [name, columns[j]]),
    ) as Readonly<Record<string, Float64Array>>;
    each(judge(named, 'table'), /each input takes at most \d values, as the levels of a design/u);
  });

  it('that are drawn are one', () => {
    const drawn = { a: uniforms(60, 'a'), b: uniforms(60, 'b') };
    expect(judge(drawn, 'table')).toEqual({ moments: '', levels: '', correlations: '' });
    const even = Float64Array.from(uniforms(60, 'c').keys(), (row) => ((row * 37) % 60) / 59);
    expect(judge({ a: even, b: uniforms(60, 'b') }, 'table')).toMatchObject({ moments: '' });
  });
});

it('rows of a vector design aren’t a sample', () => {
  each(judge({ a: Float64Array.from(steps(60)) }, 'vector'), /a vector design lie on a line/u);
});

describe('rows that are said to be drawn', () => {
  it.each(['monte-carlo', 'latin-hypercube', 'sobol'] as const)('by %s, are', (method) => {
    const variables = ['a', 'b'].map((name) => ({ name, source }));
    const design = createDesign({ method, runs: 64, seed: 2, options: {}, variables });
    const [a, b] = design.block(0, 64).map((one) => Float64Array.from(one, Number));
    if (!a || !b) throw new Error('Expected two columns');
    expect(judge({ a, b }, method, true)).toEqual({ moments: '', levels: '', correlations: '' });
    const round = (u: number): number => Math.round(3 * u) / 3;
    each(judge({ a: a.map(round), b: b.map(round) }, method, true), /a \(its rows are rounded/u);
  });

  it('and lie beyond the ends of their distribution, but for one of a hundred, aren’t', () => {
    const beyond = (rows: number) => ({
      a: uniforms(100, 'a').map((u, row) => (row < rows ? 1.001 : u)),
      b: uniforms(100, 'b'),
    });
    each(
      judge(beyond(2), 'monte-carlo', true),
      /a \(2 of 100 rows lie beyond the ends of its distribution\)/u,
    );
    expect(judge(beyond(1), 'monte-carlo', true).correlations).toBe('');
  });

  it('and form a grid, or lie elsewhere, aren’t', () => {
    each(
      judge(grid([steps(20), steps(20)]), 'monte-carlo', true),
      /form a grid, where monte-carlo/u,
    );
    const low = { a: uniforms(60, 'a').map((u) => u ** 3), b: uniforms(60, 'b') };
    each(
      judge(low, 'latin-hypercube', true),
      /don't follow the distributions in the study file: a \(shares of rows differ by up to 0\.\d\d\)/u,
    );
  });
});

it.each<readonly [DesignSpec['method'], Readonly<Record<string, unknown>>, number | undefined]>([
  ['d-optimal', {}, 30],
  ['one-at-a-time', { steps: 4 }, undefined],
  ['box-behnken', {}, undefined],
  ['central-composite', {}, undefined],
])('rows of a %s design are chosen', (method, options, runs) => {
  const variables = ['a', 'b', 'c', 'd'].map((name) => ({ name, source }));
  const design = createDesign({ method, seed: 1, options, variables, ...(runs ? { runs } : {}) });
  const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  const named = Object.fromEntries(variables.map(({ name }, j) => [name, columns[j]])) as Readonly<
    Record<string, Float64Array>
  >;
  each(judge(named, method, true), /aren't drawn from the distributions of the inputs/u);
});
