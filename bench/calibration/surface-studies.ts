/** Simulated quadratic surfaces whose errors are of one size or not: how often a coefficient, or a run at the optimum, misses where the summary trusts them. */
import { summariseStudy } from '../../src/analysis/index.ts';
import {
  createStream,
  normalQuantile,
  studentQuantile,
  type Stream,
} from '../../src/distributions/index.ts';
import { createDesign } from '../../src/design/index.ts';
import type { Calibration } from './calibrate.ts';

type Point = readonly number[];

/** Standard deviation of the error at a point, whose response is so large. */
const sizes = {
  'errors of one size': () => 0.4,
  'errors that fall as the response grows': (_, y) => 2 / y,
  'errors that grow with the response': (_, y) => 0.04 * y,
  'large errors in a band': ([a = 0, b = 0]) => 0.05 + 0.3 * Number(Math.abs(a - b) < 0.4),
  'large errors in two quadrants': ([a = 0, b = 0]) => 0.05 + 0.4 * Number(a * b > 0),
  'large errors about the optimum': ([a = 0, b = 0, c = 0]) =>
    0.05 + 0.5 * Number(Math.hypot(a + 0.1, b - 0.1, c) < 0.5),
  'large errors of a few runs about the optimum': ([a = 0, b = 0, c = 0, d = 0.1]) =>
    0.05 + 0.3 * Number(Math.hypot(a + 0.1, b - 0.1, c, d - 0.1) < 0.35),
  'errors in a checkerboard': ([a = 0, b = 0]) =>
    0.12 + 0.11 * Math.sign(Math.sin(6 * a) * Math.sin(6 * b)),
} as const satisfies Readonly<Record<string, (point: Point, response: number) => number>>;

export type ErrorSizes = keyof typeof sizes;
export const errorSizes = Object.keys(sizes) as readonly ErrorSizes[];

const uniform = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: -1, maxvalue: 1 },
} as const;

/** Without errors; a minimum within the ranges of -1 to 1. */
const bowl = (x: Point): number =>
  value(x, squares) + value(x, slopes) + 5 + (x[0] ?? 0) * (x[1] ?? 0);
const squares: Point = [4, 3, 2, 3];
const slopes: Point = [1, -0.5, 0, -1];

function value(x: Point, factors: Point): number {
  const power = factors === squares ? 2 : 1;
  return x.reduce((sum, own, place) => sum + (factors[place] ?? 0) * own ** power, 0);
}

/**
 * One entry for each coefficient, and one for a run at the optimum.
 * @param dimensions inputs, 2 to 4
 * @param runs rows of a Latin hypercube; every study has rows of its own
 */
export function calibrateSurface(
  kind: ErrorSizes,
  { dimensions, runs }: { readonly dimensions: number; readonly runs: number },
  studies: number,
): readonly Calibration[] {
  const names = ['a', 'b', 'c', 'd'].slice(0, dimensions);
  const stream = createStream(1, `/calibration/surface/${kind}/${dimensions}/${runs}`);
  const counts = new Map<string, { good: number; missed: number }>();
  for (let study = 0; study < studies; study += 1) {
    const rows = rowsOf(study);
    const drawn = errors(stream, study * (runs + 1), runs + 1);
    const y = rows.map((row, place) => responseAt(row, drawn[place] ?? 0));
    const exact = fit(rows, rows.map(bowl));
    const { quadratic, isGood } = fit(rows, y);
    if (!isGood) continue;
    const { coefficients = [], stationary } = quadratic ?? {};
    const quantile = studentQuantile(0.975, runs - coefficients.length);
    coefficients.forEach(({ inputs, coefficient, standardError }, place) => {
      const truth = exact.quadratic?.coefficients?.[place]?.coefficient ?? 0;
      const isMissed = Math.abs(coefficient - truth) > quantile * standardError;
      count(inputs.join(' x ') || 'constant', isMissed);
    });
    const { point = {}, responseInterval, intervalDoubt } = stationary ?? {};
    if (!responseInterval || intervalDoubt !== undefined) continue;
    const run = responseAt(
      names.map((name) => point[name] ?? 0),
      drawn[runs] ?? 0,
    );
    count('a run at the optimum', run < responseInterval[0] || run > responseInterval[1]);
  }
  return [...counts].map(([quantity, own]) => ({ estimator: 'quadratic', quantity, ...own }));

  function count(quantity: string, isMissed: boolean): void {
    const own = counts.get(quantity) ?? { good: 0, missed: 0 };
    counts.set(quantity, own);
    own.good += 1;
    if (isMissed) own.missed += 1;
  }

  function responseAt(point: Point, error: number): number {
    const response = bowl(point);
    return response + sizes[kind](point, response) * error;
  }

  function rowsOf(study: number): readonly Point[] {
    const variables = names.map((name) => ({ name, source: uniform }));
    const seed = study + 1;
    const design = createDesign({ method: 'latin-hypercube', runs, seed, variables, options: {} });
    const columns = design.block(0, runs);
    return Array.from({ length: runs }, (_, run) => columns.map((column) => Number(column[run])));
  }

  function fit(rows: readonly Point[], y: readonly number[]) {
    const { sensitivity, estimators } = summariseStudy({
      accepted: y.map(() => true),
      columns: [
        ...names.map((name, place) => ({
          name,
          role: 'input' as const,
          values: Float64Array.from(rows, (row) => row[place] ?? 0),
        })),
        { name: 'y', role: 'output', values: Float64Array.from(y) },
      ],
    });
    return {
      quadratic: sensitivity[0]?.quadratic,
      isGood: estimators.some(
        ({ estimator, trust }) => estimator === 'quadratic' && trust === 'good',
      ),
    };
  }
}

function errors(stream: Stream, from: number, count: number): readonly number[] {
  const uniforms = new Float64Array(count);
  stream.fill(uniforms, from);
  return Array.from(uniforms, normalQuantile);
}
