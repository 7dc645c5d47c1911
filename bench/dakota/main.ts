/**
 * Dakota and doeflow on the same samples: Dakota draws, runs its own models and prints statistics; doeflow computes them from Dakota's table.
 * Prints each number of both, and the reason where one differs. Use, after `npm run build`, with a Python that has the package carolina:
 *
 *     node dist/bench/dakota/main.js --python PATH
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  summariseStudy,
  type StudyStructure,
  type StudySummary,
} from '../../src/analysis/index.ts';
import { dakotaInputs } from './dakota-inputs.ts';

const { values: options } = parseArgs({
  options: { python: { type: 'string', default: 'python3' } },
});
const script = join(import.meta.dirname, '../../../bench/dakota/run-dakota.py');

interface DakotaResult {
  readonly printed: string;
  readonly names: readonly string[];
  readonly columns: readonly Float64Array[];
}

function runDakota(input: string): DakotaResult {
  const folder = mkdtempSync(join(tmpdir(), 'dakota-'));
  try {
    writeFileSync(join(folder, 'study.in'), input);
    execFileSync(options.python, [script, 'study.in'], { cwd: folder, stdio: 'ignore' });
    const [header = '', ...lines] = readFileSync(join(folder, 'table.dat'), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map((line) => line.trim().split(/\s+/u).slice(2).map(Number));
    const names = header.trim().split(/\s+/u).slice(2);
    return {
      printed: readFileSync(join(folder, 'study.in.out'), 'utf8'),
      names,
      columns: names.map((_, index) => Float64Array.from(rows, (row) => row[index] ?? NaN)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function analyse(
  { names, columns }: Pick<DakotaResult, 'names' | 'columns'>,
  structure: Partial<StudyStructure>,
): StudySummary {
  return summariseStudy(
    {
      accepted: Array.from(columns[0] ?? [], () => true),
      columns: names.map((name, index) => ({
        name,
        role: name === 'f' ? ('output' as const) : ('input' as const),
        values: columns[index] ?? new Float64Array(),
      })),
    },
    {
      method: 'latin-hypercube',
      options: {},
      seed: 1,
      variables: names.slice(0, -1),
      ...structure,
    },
  );
}

/** Numbers of the first line that begins with `label`, behind the line that holds `title`. */
function numbersAfter(printed: string, title: string, label: string): readonly number[] {
  const rest = printed.slice(printed.indexOf(title));
  const line = rest.split('\n').find((one) => one.trim().startsWith(`${label} `));
  return (line ?? '').trim().split(/\s+/u).slice(1).map(Number);
}

/** Numbers of the lines of Sobol' indices. */
function indexLine(printed: string, name: string): readonly number[] {
  const rest = printed.slice(printed.indexOf("Sobol' indices"));
  const line = rest.split('\n').find((one) => one.trim().endsWith(` ${name}`));
  return (line ?? '').trim().split(/\s+/u).slice(0, -1).map(Number);
}

function show(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n\n| quantity | Dakota | doeflow | difference | reason |\n`);
  process.stdout.write('| --- | --- | --- | --- | --- |\n');
  for (const { quantity, theirs, ours, printedDigits = 16, reason } of rows) {
    const [a, b] = [theirs ?? NaN, ours ?? NaN];
    const difference = Math.abs(a - b) / Math.max(Math.abs(a), 1e-300);
    const isEqual = difference < (printedDigits > 6 ? 1e-10 : 6e-6);
    const cells = [
      quantity,
      a.toPrecision(Math.min(10, printedDigits)),
      b.toPrecision(Math.min(10, printedDigits)),
      difference.toExponential(0),
      isEqual ? '' : (reason ?? 'NOT EXPLAINED'),
    ];
    if (!isEqual && reason === undefined) process.exitCode = 1;
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

interface Row {
  readonly quantity: string;
  readonly theirs: number | undefined;
  readonly ours: number | undefined;
  /** Of Dakota; default 16. */
  readonly printedDigits?: number;
  /** Why they differ, where they do. */
  readonly reason?: string;
}

function compareSampling(): void {
  const dakota = runDakota(dakotaInputs.sampling);
  const { printed } = dakota;
  const asked = { response: [10, 100, 1000], probability: [0.1, 0.5, 0.9], reliability: [0.5] };
  const found = analyse(dakota, { settings: { levels: { f: asked } } });
  const own = found.moments['f'];
  const [mean, deviation, skewness, kurtosis] = numbersAfter(printed, 'Sample moment', 'f');
  const intervals = numbersAfter(printed, '95% confidence intervals', 'f');
  const ownIntervals = [
    ...(own?.confidence?.mean ?? []),
    ...(own?.confidence?.standardDeviation ?? []),
  ];
  const levels = printed
    .slice(printed.indexOf('Cumulative Distribution Function'))
    .split('\n')
    .slice(3, 10)
    .map((line) => line.trim().split(/\s+/u).map(Number));
  const correlation = (kind: 'pearson' | 'spearman', first: string): number | undefined =>
    found.correlations[kind].find((one) => one.first === first && one.second === 'f')?.value;
  const tables = {
    simple: numbersAfter(printed, 'Simple Correlation Matrix', 'f'),
    rank: numbersAfter(printed, 'Simple Rank Correlation Matrix', 'f'),
  };
  const sensitivity = found.sensitivity[0];
  show("Rosenbrock's function, Dakota's Latin hypercube of 200 runs", [
    { quantity: 'mean', theirs: mean, ours: own?.mean },
    { quantity: 'standard deviation', theirs: deviation, ours: own?.standardDeviation },
    { quantity: 'skewness', theirs: skewness, ours: own?.skewness },
    { quantity: 'excess kurtosis', theirs: kurtosis, ours: own?.kurtosis },
    ...['mean, from', 'mean, to', 'deviation, from', 'deviation, to'].map((quantity, index) => ({
      quantity: `95 % of ${quantity}`,
      theirs: intervals[index],
      ours: ownIntervals[index],
    })),
    ...levels.map(([response, value], index) => {
      const level = own?.levels?.[index];
      if (level?.asked === 'response') {
        return { quantity: `P(f <= ${response})`, theirs: value, ours: level.probability };
      }
      const what = level?.asked === 'probability' ? 'probability' : 'reliability';
      return {
        quantity: `f at ${what} ${value}`,
        theirs: response,
        ours: level?.response,
        ...(what === 'probability'
          ? { reason: 'doeflow interpolates between two runs (type 7), Dakota takes one of them' }
          : {}),
      };
    }),
    ...['x1', 'x2'].flatMap((name, index) => {
      const input = sensitivity?.inputs[index];
      const line = (title: string): number | undefined => numbersAfter(printed, title, name)[0];
      const rows: readonly Row[] = [
        { quantity: 'simple', theirs: tables.simple[index], ours: correlation('pearson', name) },
        { quantity: 'rank', theirs: tables.rank[index], ours: correlation('spearman', name) },
        { quantity: 'partial', theirs: line('Partial Correlation'), ours: input?.partial },
        { quantity: 'partial rank', theirs: line('Partial Rank'), ours: input?.partialRank },
        { quantity: 'SRC', theirs: line('Standardized Regression'), ours: input?.src },
      ];
      return rows.map((row) => ({ ...row, printedDigits: 6, quantity: `${row.quantity} ${name}` }));
    }),
    {
      quantity: 'R²',
      theirs: numbersAfter(printed, 'Standardized Regression', 'R^2')[0],
      ours: sensitivity?.r2,
      printedDigits: 6,
    },
  ]);
}

/** Dakota's rows are all of A, of B, then those with an input of the other; ours are by base sample. */
function compareDecomposition(): void {
  const dakota = runDakota(dakotaInputs.decomposition);
  const inputs = dakota.names.slice(0, -1);
  const base = (dakota.columns[0]?.length ?? 0) / (inputs.length + 2);
  const isFromSecond = (place: number): boolean => {
    const column = dakota.columns[place];
    return column?.[(place + 2) * base] === column?.[base];
  };
  const [first, second] = isFromSecond(0) ? [0, 1] : [1, 0];
  const parts = [first, ...inputs.map((_, index) => index + 2), second];
  const columns = dakota.columns.map((column) =>
    Float64Array.from(column, (_, row) => {
      const part = parts[row % parts.length] ?? 0;
      return column[part * base + Math.floor(row / parts.length)] ?? NaN;
    }),
  );
  const found = analyse({ ...dakota, columns }, { method: 'saltelli' });
  show(
    "Ishigami's function, Dakota's variance-based decomposition of 512 base samples",
    (found.sobol?.[0]?.indices ?? []).flatMap(({ variable, first: main, total }) => {
      const [theirMain, theirTotal] = indexLine(dakota.printed, variable);
      return [
        [`first order ${variable}`, theirMain, main] as const,
        [`total ${variable}`, theirTotal, total] as const,
      ].map(([quantity, theirs, ours]) => ({
        quantity: `${quantity} (± ${(ours?.halfWidth ?? NaN).toFixed(2)})`,
        theirs,
        ours: ours?.value,
      }));
    }),
  );
}

function compareChaos(): void {
  const dakota = runDakota(dakotaInputs.chaos);
  const settings = { minvalue: -2, maxvalue: 2 };
  const source = { kind: 'generator', generator: 'Uniform', settings } as const;
  const found = analyse(dakota, {
    distributions: { x1: source, x2: source },
    settings: { chaosDegree: 4 },
  });
  const own = found.polynomialChaos?.[0];
  const [mean, deviation] = numbersAfter(dakota.printed, 'derived analytically', 'f');
  show("Rosenbrock's function, polynomial chaos of degree 4 by least squares from 200 runs", [
    { quantity: 'mean', theirs: mean, ours: own?.mean },
    { quantity: 'standard deviation', theirs: deviation, ours: own?.standardDeviation },
    ...(own?.indices ?? []).flatMap(({ input, first, total }) => {
      const [theirFirst, theirTotal] = indexLine(dakota.printed, input);
      return [
        { quantity: `first order ${input}`, theirs: theirFirst, ours: first },
        { quantity: `total ${input}`, theirs: theirTotal, ours: total },
      ];
    }),
  ]);
}

compareSampling();
compareDecomposition();
compareChaos();
