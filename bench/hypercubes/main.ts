/**
 * Latin hypercubes of doeflow beside those of Dakota, SALib and scipy: the largest correlation of two variables, the centred discrepancy, and the
 * smallest distance of two rows, each the median over 50 seeds and the worst of them. Use, after `npm run build`, with a Python that has the
 * packages carolina (Dakota's library), SALib and scipy:
 *
 *     node dist/bench/hypercubes/main.js --python PATH [--seeds 50]
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { pearson } from '../../src/analysis/pearson.ts';
import { createDesign } from '../../src/design/index.ts';
import { centredDiscrepancy } from '../../src/design/exchange/centred-discrepancy.ts';

const { values: given } = parseArgs({
  options: { python: { type: 'string', default: 'python3' }, seeds: { type: 'string' } },
});
const seeds = Array.from({ length: Number(given.seeds ?? 50) }, (_, index) => index + 1);

interface Size {
  readonly rows: number;
  readonly variables: number;
}
type Draw = (size: Size, seed: number) => Promise<readonly Float64Array[] | undefined>;

const sizes: readonly Size[] = [
  { rows: 10, variables: 2 },
  { rows: 20, variables: 5 },
  { rows: 50, variables: 3 },
  { rows: 100, variables: 8 },
  { rows: 200, variables: 20 },
];

const own =
  (options: Readonly<Record<string, unknown>>): Draw =>
  ({ rows, variables }, seed) => {
    const design = createDesign({
      method: 'latin-hypercube',
      runs: rows,
      seed,
      options,
      variables: Array.from({ length: variables }, (_, index) => ({
        name: `x${index}`,
        source: {
          kind: 'generator',
          generator: 'Uniform',
          settings: { minvalue: 0, maxvalue: 1 },
        },
      })),
    });
    return Promise.resolve(
      design.block(0, rows).map((column) => Float64Array.from(column, Number)),
    );
  };

const child = spawn(
  given.python,
  [join(import.meta.dirname, '../../../bench/hypercubes/draw.py')],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
  },
);
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const peer =
  (program: string): Draw =>
  async ({ rows, variables }, seed) => {
    child.stdin.write(`${JSON.stringify({ program, rows, variables, seed })}\n`);
    const { value, done } = await answers.next();
    const table =
      done === true ? null : (JSON.parse(value) as readonly (readonly number[])[] | null);
    if (table === null) return undefined;
    return Array.from({ length: variables }, (_, column) =>
      Float64Array.from(table, (row) => row[column] ?? NaN),
    );
  };

const programs: Readonly<Record<string, Draw>> = {
  doeflow: own({}),
  SALib: peer('SALib'),
  scipy: peer('scipy'),
  Dakota: peer('Dakota'),
  'doeflow, `criterion: correlation`': own({ criterion: 'correlation' }),
  'scipy, `random-cd`': peer('scipy random-cd'),
  'doeflow, `criterion: cd2`': own({ criterion: 'cd2' }),
  'doeflow, `criterion: maximin`': own({ criterion: 'maximin' }),
};

function pairs<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((a, i) => list.slice(0, i).map((b) => [a, b] as const));
}

/** The worst of the seeds is the largest, of distances the smallest. */
const measures: readonly {
  readonly of: (columns: readonly Float64Array[]) => number;
  readonly isLargeBest?: true;
}[] = [
  { of: (columns) => Math.max(...pairs(columns).map(([a, b]) => Math.abs(pearson(a, b) ?? 1))) },
  { of: (columns) => Math.sqrt(centredDiscrepancy(columns)) },
  {
    of: (columns) =>
      Math.min(
        ...pairs([...(columns[0]?.keys() ?? [])]).map(([a, b]) =>
          Math.hypot(...columns.map((column) => (column[a] ?? 0) - (column[b] ?? 0))),
        ),
      ),
    isLargeBest: true,
  },
];

function summary(values: readonly number[], isLargeBest = false): string {
  const sorted = values.toSorted((a, b) => (isLargeBest ? b - a : a - b));
  const shown = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return shown.map((value) => (value ?? NaN).toPrecision(2)).join(' (') + ')';
}

const print = (...cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};
print('rows x variables', 'program', 'largest correlation', 'discrepancy', 'smallest distance');
print('---', '---', '---', '---', '---');
for (const size of sizes) {
  for (const [program, draw] of Object.entries(programs)) {
    const found: (readonly number[])[] = [];
    for (const seed of seeds) {
      const columns = await draw(size, seed);
      if (columns) found.push(measures.map((measure) => measure.of(columns)));
    }
    const cells = measures.map(({ isLargeBest }, index) =>
      found.length === 0
        ? 'not installed'
        : summary(
            found.map((one) => one[index] ?? NaN),
            isLargeBest,
          ),
    );
    print(`${size.rows} x ${size.variables}`, program, ...cells);
  }
}
child.stdin.end();
