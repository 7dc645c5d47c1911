/** Rows that aren't the blocks or trajectories that the study says: nothing may be made of how they belong together. */
import { describe, expect, it } from 'vitest';
import { rowFault } from '../../src/analysis/doubts/row-faults.ts';
import { summariseStudy, type StudyColumn, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import { createPermutation, createStream } from '../../src/distributions/index.ts';

const names = ['a', 'b', 'c'];
const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;

type Method = 'saltelli' | 'morris';

function drawn(method: Method, options: Readonly<Record<string, unknown>>) {
  const variables = names.map((name) => ({ name, source }));
  const design = createDesign({ method, seed: 3, options, variables });
  const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  const structure: StudyStructure = { method, options, seed: 3, variables: names };
  return { columns, structure };
}

const inputsOf = (columns: readonly Float64Array[]): readonly StudyColumn[] =>
  columns.map((values, j) => ({ name: names[j] ?? '', role: 'input' as const, values }));

const rowsOf = (method: Method) => (method === 'saltelli' ? 'pick-freeze' : 'trajectories');

const shuffled = (column: Float64Array): Float64Array => {
  const place = createPermutation(column.length, createStream(1, 'order'));
  return column.map((_, row) => column[place(row)] ?? NaN);
};

function summarise(columns: readonly Float64Array[], structure: StudyStructure) {
  const [a, b, c] = columns;
  const y = Float64Array.from(a ?? [], (x, row) => 4 * x + 2 * (b?.[row] ?? 0) + (c?.[row] ?? 0));
  return summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [...inputsOf(columns), { name: 'y', role: 'output', values: y }],
    },
    structure,
  );
}

const designs: readonly (readonly [Method, Readonly<Record<string, unknown>>])[] = [
  ['saltelli', { baseSamples: 1024 }],
  ['saltelli', { baseSamples: 1024, secondOrder: true }],
  ['morris', { trajectories: 20 }],
];

describe('rows in the order of the design', () => {
  it.each(designs)('of %s, %o, have no fault', (method, options) => {
    const { columns, structure } = drawn(method, options);
    expect(rowFault(rowsOf(method), inputsOf(columns), structure)).toBeUndefined();
    const own = summarise(columns, structure).estimators.find(({ needs }) => needs !== 'each run');
    expect(own).toMatchObject({ estimator: method === 'saltelli' ? 'sobol' : 'morris' });
    expect(own?.trust).toBe('good');
  });

  it.each(designs)('of %s, %o, have none where a table lacks rows', (method, options) => {
    const { columns, structure } = drawn(method, options);
    const holed = columns.map((column) => column.map((x, row) => (row % 11 === 3 ? NaN : x)));
    expect(rowFault(rowsOf(method), inputsOf(holed), structure)).toBeUndefined();
  });
});

describe('rows in another order', () => {
  it.each(designs)('of %s, %o, give no index, and say which', (method, options) => {
    const { columns, structure } = drawn(method, options);
    const { estimators, ...found } = summarise(columns.map(shuffled), structure);
    const name = method === 'saltelli' ? 'sobol' : 'morris';
    expect(found[name]).toEqual([]);
    const own = estimators.find(({ estimator }) => estimator === name);
    expect(own).toMatchObject({ trust: 'none', used: 0 });
    expect(own?.reasons[0]).toMatch(
      method === 'saltelli'
        ? /^rows don't make Saltelli blocks: \d+ of 1024 blocks don't fit \(run 2 should be run 1 with a of run \d+, and isn't in .*column `run`/u
        : /^rows don't make Morris trajectories: \d+ of 20 trajectories don't fit \(run \d+ differs from run \d+ in .*column `run`/u,
    );
  });

  it('are found where two rows of one block changed places', () => {
    const { columns, structure } = drawn('saltelli', { baseSamples: 8 });
    const swapped = columns.map((column) => {
      const own = column.slice();
      [own[11], own[12]] = [column[12] ?? NaN, column[11] ?? NaN];
      return own;
    });
    expect(rowFault('pick-freeze', inputsOf(swapped), structure)).toMatch(
      /^rows don't make Saltelli blocks: 1 of 8 blocks don't fit \(run 12 should be run 11 with a of run 15, and isn't in a, b\)/u,
    );
  });

  it('are found where one input moves twice in a trajectory', () => {
    const columns = [Float64Array.of(0, 1, 2), Float64Array.of(0, 0, 0), Float64Array.of(5, 5, 5)];
    const structure: StudyStructure = { method: 'morris', options: {}, seed: 1, variables: names };
    const rows = columns.map((column) => Float64Array.of(...column, column[2] ?? 0));
    expect(rowFault('trajectories', inputsOf(rows), structure)).toMatch(
      /a moves twice, in the runs 2 and 3/u,
    );
  });

  it('are found where the runs of a row, one a case, are sorted by case', () => {
    const { columns, structure } = drawn('saltelli', { baseSamples: 4 });
    const twice = (column: Float64Array, sorted: boolean): Float64Array =>
      sorted
        ? Float64Array.of(...column, ...column)
        : Float64Array.from({ length: 2 * column.length }, (_, run) => column[run >> 1] ?? NaN);
    const tableOf = (sorted: boolean): readonly StudyColumn[] => {
      const inputs = inputsOf(columns.map((column) => twice(column, sorted)));
      const rows = columns[0]?.length ?? 0;
      const values = Array.from({ length: 2 * rows }, (_, run) =>
        (sorted ? run < rows : run % 2 === 0) ? 'calm' : 'storm',
      );
      return [...inputs, { name: 'weather', role: 'case', values }];
    };
    const cased = { ...structure, cases: 2 };
    expect(rowFault('pick-freeze', tableOf(false), cased)).toBeUndefined();
    expect(rowFault('pick-freeze', tableOf(true), cased)).toMatch(
      /^runs of one row, one a case, aren't next to each other: weather is calm in run 1 and storm in run 21/u,
    );
  });
});

it('says that blocks fit with second order, where the study file lacks it', () => {
  const { columns, structure } = drawn('saltelli', { baseSamples: 8, secondOrder: true });
  expect(
    rowFault('pick-freeze', inputsOf(columns), { ...structure, options: { baseSamples: 8 } }),
  ).toMatch(/they do with `secondOrder: true`: say so in `design` of the study file$/u);
});

/** SALib 1.6.0, numpy 2.4.6: `sample.sobol.sample(p, 2, seed=7)` and `sample.morris.sample(p, 2, num_levels=4, seed=7)`. */
it("takes SALib's rows as they are", () => {
  const blocks = [
    [0.5792599907144904, 3.181992762722075],
    [0.9818780571222305, 3.181992762722075],
    [0.5792599907144904, 2.869416994974017],
    [0.5792599907144904, 2.869416994974017],
    [0.9818780571222305, 3.181992762722075],
    [0.9818780571222305, 2.869416994974017],
    [0.43736837338656187, 0.05708646774291992],
    [0.1975076925009489, 0.05708646774291992],
    [0.43736837338656187, 0.7827377701178193],
    [0.43736837338656187, 0.7827377701178193],
    [0.1975076925009489, 0.05708646774291992],
    [0.1975076925009489, 0.7827377701178193],
  ];
  const trajectories = [
    [0.33333333333333337, 0.3333333333333335],
    [1.0, 0.3333333333333335],
    [1.0, 5.0],
    [0.0, 2.666666666666666],
    [0.6666666666666666, 2.666666666666666],
    [0.6666666666666666, -2.0],
  ];
  const columnsOf = (rows: readonly (readonly number[])[]): readonly StudyColumn[] =>
    inputsOf([0, 1].map((j) => Float64Array.from(rows, (row) => row[j] ?? NaN)));
  const base = { seed: 1, variables: ['a', 'b'] };
  expect(
    rowFault('pick-freeze', columnsOf(blocks), {
      ...base,
      method: 'saltelli',
      options: { secondOrder: true },
    }),
  ).toBeUndefined();
  expect(
    rowFault('trajectories', columnsOf(trajectories), { ...base, method: 'morris', options: {} }),
  ).toBeUndefined();
});

it('a Saltelli table that ends within a block is told as such, and not as one in another order', () => {
  const { columns, structure } = drawn('saltelli', { baseSamples: 16 });
  const cut = columns.map((column) => column.slice(0, 42));
  expect(rowFault('pick-freeze', inputsOf(cut), structure)).toBe(
    "42 rows don't make complete blocks of 5; the 8 before fit, and the table ends 2 rows into the next: add its other 3 (their outputs may be empty), or leave these 2 out",
  );
});
