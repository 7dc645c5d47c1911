/** Simulated experiments with errors, whose effects and optimum are known: how often what the summary trusts of them misses. */
import { summariseStudy, type StudySummary } from '../../src/analysis/index.ts';
import {
  createStream,
  normalQuantile,
  studentQuantile,
  type Stream,
} from '../../src/distributions/index.ts';
import type { Calibration } from './calibrate.ts';

/** Whose quantity it is, whether it misses, and whether the summary says that this one may, though the estimator is good. */
type Miss = readonly [estimator: string, isMissed: boolean, isDoubted?: boolean];

/** An experiment that is made again and again with other errors. */
export interface Experiment {
  readonly name: string;
  readonly design: string;
  /** Rows of two inputs. */
  readonly rows: readonly (readonly [number, number])[];
  /** Without errors. */
  readonly model: (a: number, b: number) => number;
  /** One error from a uniform number, at a row. */
  readonly error: (uniform: number, a: number) => number;
  /** Whether each quantity of a summary that is good misses what is true. */
  readonly misses: (summary: StudySummary) => Readonly<Record<string, Miss>>;
}

const normal = (size: number) => (u: number) => size * normalQuantile(u);
const longTailed = (size: number) => (u: number) => size * studentQuantile(u, 2);
const growing = (size: number) => (u: number, a: number) => size * 4 ** a * normalQuantile(u);

function grid(levels: readonly number[], repeats: number): readonly (readonly [number, number])[] {
  return levels.flatMap((a) =>
    levels.flatMap((b) => Array.from({ length: repeats }, () => [a, b] as const)),
  );
}

/** The second input does nothing, and neither does the interaction: a p below 0.05 is a miss. */
const inertInAnova = ({ anova }: StudySummary) => {
  const terms = anova?.[0]?.terms ?? [];
  const p = (...names: string[]): number =>
    terms.find(({ inputs }) => inputs.join() === names.join())?.pValue ?? 1;
  return {
    'p of b': ['anova', p('b') < 0.05],
    'p of a x b': ['anova', p('a', 'b') < 0.05],
  } as const;
};

/** @param wanted true effects of a, b and both */
const effectsNear =
  (wanted: readonly number[], rows: number) =>
  ({ factorialEffects }: StudySummary) => {
    const effects = factorialEffects?.[0]?.effects ?? [];
    const half = studentQuantile(0.975, rows - 1 - effects.length);
    return Object.fromEntries(
      effects.map(({ inputs, effect, standardError = 0 }, index) => [
        inputs.join(' x '),
        [
          'factorialEffects',
          Math.abs(effect - (wanted[index] ?? 0)) > half * standardError,
        ] as const,
      ]),
    );
  };

const optimumNear = (wanted: number) => (summary: StudySummary) => {
  const { responseInterval: interval, intervalDoubt } =
    summary.sensitivity[0]?.quadratic?.stationary ?? {};
  const isHeld = interval && interval[0] <= wanted && interval[1] >= wanted;
  return { optimum: ['quadratic', isHeld !== true, intervalDoubt !== undefined] } as const;
};

const three = grid([-1, 0, 1], 3);
const two = grid([-1, 1], 6);
const bowl = (a: number, b: number): number =>
  3 + (a - 0.3) ** 2 + 2 * (b + 0.2) ** 2 + 0.5 * a * b;
/** Where the bowl is level: 2 (a - 0.3) + 0.5 b = 0, 4 (b + 0.2) + 0.5 a = 0. */
const bottom = (() => {
  const b = (-0.8 - 0.15) / (4 - 0.125);
  return bowl(0.3 - 0.25 * b, b);
})();
const dent = (a: number, b: number): number => -Math.exp(-(a ** 2) / 4 - (b - 0.2) ** 2 / 2);
const five = [-1, -0.5, 0, 0.5, 1];
const nine = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];

const factorial = (a: number, b: number): number => 10 + a + 0.5 * b;

export const experiments: readonly Experiment[] = [
  ...(['normal', 'long-tailed', 'growing'] as const).flatMap((kind): readonly Experiment[] => {
    const error = { normal: normal(0.5), 'long-tailed': longTailed(0.5), growing: growing(0.5) }[
      kind
    ];
    return [
      {
        name: `${kind} errors`,
        design: '3 x 3, 3 times',
        rows: three,
        model: (a) => a,
        error,
        misses: inertInAnova,
      },
      {
        name: `${kind} errors`,
        design: '2 x 2, 6 times',
        rows: two,
        model: factorial,
        error,
        misses: effectsNear([2, 1, 0], two.length),
      },
    ];
  }),
  // Of the latter, eight runs lie at the optimum and measure its error.
  ...[
    { design: '5 x 5', rows: grid(five, 1) },
    { design: '9 x 9, 4 times', rows: grid(nine, 4) },
  ].map((own) => ({
    ...{ name: 'bowl, normal errors', ...own },
    model: bowl,
    error: normal(0.1),
    misses: optimumNear(bottom),
  })),
  {
    name: 'dent, no quadratic',
    design: '5 x 5',
    rows: grid(five, 1),
    model: dent,
    error: normal(0.005),
    misses: optimumNear(-1),
  },
  {
    name: 'dent, no quadratic',
    design: '3 x 3, 2 times',
    rows: grid([-1, 0, 1], 2),
    model: dent,
    error: normal(0.01),
    misses: optimumNear(-1),
  },
];

/** One entry for each quantity. @param studies each with errors of its own */
export function calibrateExperiment(
  { name, design, rows, model, error, misses }: Experiment,
  studies: number,
): readonly Calibration[] {
  const counts = new Map<string, { estimator: string; good: number; missed: number }>();
  const stream: Stream = createStream(1, `/calibration/${name}/${design}`);
  const uniforms = new Float64Array(rows.length);
  for (let study = 0; study < studies; study += 1) {
    stream.fill(uniforms, study * rows.length);
    const y = Float64Array.from(
      rows,
      ([a, b], row) => model(a, b) + error(uniforms[row] ?? 0.5, a),
    );
    const column = (place: 0 | 1): Float64Array => Float64Array.from(rows, (row) => row[place]);
    const summary = summariseStudy({
      accepted: rows.map(() => true),
      columns: [
        { name: 'a', role: 'input', values: column(0) },
        { name: 'b', role: 'input', values: column(1) },
        { name: 'y', role: 'output', values: y },
      ],
    });
    for (const [quantity, [estimator, isMissed, isDoubted]] of Object.entries(misses(summary))) {
      const count = counts.get(quantity) ?? { estimator, good: 0, missed: 0 };
      counts.set(quantity, count);
      if (!summary.estimators.some((own) => own.estimator === estimator && own.trust === 'good')) {
        continue;
      }
      if (isDoubted === true) continue;
      count.good += 1;
      if (isMissed) count.missed += 1;
    }
  }
  return [...counts].map(([quantity, count]) => ({ quantity, ...count }));
}
