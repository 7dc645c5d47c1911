/** Models whose moments, probabilities and indices are known exactly. */
import type { InputSource } from '../../src/design/input-source.ts';
import { normalCdf, studentQuantile } from '../../src/distributions/index.ts';

/** A model of independent inputs and what is true of it. */
export interface Problem {
  readonly name: string;
  readonly inputs: Readonly<Record<string, Extract<InputSource, { kind: 'generator' }>>>;
  /** Patterns that round inputs, by name; the model and all that is true of it are of the rounded values. */
  readonly formats?: Readonly<Record<string, string>>;
  readonly model: (...inputs: number[]) => number;
  readonly mean: number;
  readonly standardDeviation: number;
  /** A response and the probability to be at most it. */
  readonly level?: readonly [response: number, probability: number];
  readonly first: readonly number[];
  readonly total: readonly number[];
  /** Whether a run is one of the rare ones that lie far from all others; absent where there are none. */
  readonly isFar?: (...inputs: number[]) => boolean;
}

const normal = (): Problem['inputs'][string] => ({
  kind: 'generator',
  generator: 'Normal',
  settings: { mean: 0, stddev: 1 },
});
const uniform = (minvalue: number, maxvalue: number): Problem['inputs'][string] => ({
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue, maxvalue },
});

const exponential = (scale: number): Problem['inputs'][string] => ({
  kind: 'generator',
  generator: 'Exponential',
  settings: { scale },
});

/** Mean and variance of 1 / (1 + c) of an Exponential c: e E1(1), and 1 less it and less its square. */
const ofReciprocal = { mean: 0.5963473623231946, variance: 0.04802246112697 };
/** Variance of the arctangent of a normal variable. */
const ofArctangent = 0.44970091643490223;
/** Variances of the sine of twice a normal variable, and of its size. */
const ofSine = -Math.expm1(-8) / 2;
const ofSize = 1 - 2 / Math.PI;

const ofExponential = Math.expm1(1.25);
const angle = uniform(-Math.PI, Math.PI);

export const problems: readonly Problem[] = [
  {
    name: 'linear',
    inputs: { a: normal(), b: normal(), c: normal() },
    model: (a = 0, b = 0, c = 0) => 2 * a + b + c / 2,
    mean: 0,
    standardDeviation: Math.sqrt(5.25),
    level: [3, normalCdf(3 / Math.sqrt(5.25))],
    first: [4 / 5.25, 1 / 5.25, 0.25 / 5.25],
    total: [4 / 5.25, 1 / 5.25, 0.25 / 5.25],
  },
  {
    name: 'Ishigami',
    inputs: { a: angle, b: angle, c: angle },
    model: (a = 0, b = 0, c = 0) => Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a),
    mean: 3.5,
    standardDeviation: Math.sqrt(49 / 8 + Math.PI ** 4 / 50 + Math.PI ** 8 / 1800 + 0.5),
    first: [0.3139051911, 0.4424111448, 0],
    total: [0.5575888552, 0.4424111448, 0.2436836641],
  },
  {
    name: 'exponential',
    inputs: { a: normal(), b: normal() },
    model: (a = 0, b = 0) => Math.exp(a + b / 2),
    mean: Math.exp(0.625),
    standardDeviation: Math.exp(0.625) * Math.sqrt(ofExponential),
    level: [5, normalCdf(Math.log(5) / Math.sqrt(1.25))],
    first: [Math.expm1(1) / ofExponential, Math.expm1(0.25) / ofExponential],
    total: [1 - Math.expm1(0.25) / ofExponential, 1 - Math.expm1(1) / ofExponential],
  },
  {
    name: 'step',
    inputs: { a: uniform(0, 1), b: uniform(0, 1) },
    model: (a = 0, b = 0) => (a > 0.5 ? 1 : 0) + b,
    mean: 1,
    standardDeviation: Math.sqrt(1 / 3),
    level: [1.5, 0.75],
    first: [0.75, 0.25],
    total: [0.75, 0.25],
  },
  {
    ...additive(
      'whole numbers',
      { k: uniform(1, 4), b: uniform(0, 1) },
      (k, b) => k + b,
      [2.5, 0.5],
      [11 / 12, 1 / 12],
    ),
    // 1, 2, 3, 4 with weights 1/6, 1/3, 1/3, 1/6.
    formats: { k: '0' },
    level: [4.5, 11 / 12],
  },
  {
    name: 'product',
    inputs: { a: uniform(0, 2), b: uniform(0, 2), c: uniform(0, 2) },
    model: (a = 0, b = 0, c = 0) => a * b * c,
    mean: 1,
    standardDeviation: Math.sqrt((4 / 3) ** 3 - 1),
    first: [9 / 37, 9 / 37, 9 / 37],
    total: [16 / 37, 16 / 37, 16 / 37],
  },
  lognormal('skewed', 0.5),
  longTailed(3),
  mode('a mode of one run in twenty', 0.05, 10),
  mode('a mode of one run in ten, near', 0.1, 5),
  mode('a mode of one run in fifty, near', 0.02, 5),
  mode('a mode of one run in fifty', 0.02, 10),
  mode('a mode of one run in fifty, far', 0.02, 30),
  mode('a mode of one run in a hundred', 0.01, 10),
  longTailed(4),
  longTailed(5),
  lognormal('log-normal (1.5)', 1.5),
  lognormal('log-normal (2)', 2),
  {
    name: 'Pareto (3)',
    inputs: { a: uniform(0, 1) },
    model: (a = 0) => (1 - a) ** (-1 / 3),
    mean: 1.5,
    standardDeviation: Math.sqrt(0.75),
    first: [1],
    total: [1],
  },
  additive(
    'waves',
    { a: uniform(-1, 1), b: normal() },
    (a, b) => Math.cos(Math.PI * a) + 0.3 * Math.sin(2 * b),
    [0, 0],
    [0.5, 0.09 * ofSine],
  ),
  additive(
    'kinks',
    { a: uniform(-1, 1), b: normal() },
    (a, b) => Math.abs(a) + 0.2 * Math.abs(b),
    [0.5, 0.2 * Math.sqrt(2 / Math.PI)],
    [1 / 12, 0.04 * ofSize],
  ),
  additive(
    'reciprocal',
    { a: uniform(-1, 1), c: exponential(1) },
    (a, c) => 0.2 * a + 1 / (1 + c),
    [0, ofReciprocal.mean],
    [0.04 / 3, ofReciprocal.variance],
  ),
  additive(
    'root',
    { a: uniform(-1, 1), c: exponential(1) },
    (a, c) => 0.3 * a + Math.sqrt(c),
    [0, Math.sqrt(Math.PI) / 2],
    [0.03, 1 - Math.PI / 4],
  ),
  additive(
    'sine of a normal input',
    { a: normal(), b: normal() },
    (a, b) => Math.sin(2 * a) + 0.3 * b,
    [0, 0],
    [ofSine, 0.09],
  ),
  {
    ...additive(
      'arctangent',
      { a: normal(), b: normal() },
      (a) => Math.atan(a),
      [0, 0],
      [ofArctangent, 0],
    ),
    level: [Math.atan(2.5), normalCdf(2.5)],
  },
];

/** Values of Student's t. */
function longTailed(freedom: number): Problem {
  return {
    name: `long-tailed (t, ${freedom} degrees of freedom)`,
    inputs: { a: uniform(0, 1) },
    model: (a = 0) => studentQuantile(a, freedom),
    mean: 0,
    standardDeviation: Math.sqrt(freedom / (freedom - 2)),
    first: [1],
    total: [1],
  };
}

/** The exponential of a normal input. @param scatter of the logarithm */
function lognormal(name: string, scatter: number): Problem {
  const variance = scatter ** 2;
  return {
    ...{ name, inputs: { a: normal() }, first: [1], total: [1] },
    model: (a = 0) => Math.exp(scatter * a),
    mean: Math.exp(variance / 2),
    standardDeviation: Math.exp(variance / 2) * Math.sqrt(Math.expm1(variance)),
  };
}

/** A normal input, and rare runs far from all others. @param distance of these, in standard deviations of the others */
function mode(name: string, share: number, distance: number): Problem {
  return {
    ...additive(
      name,
      { a: normal(), b: uniform(0, 1) },
      (a, b) => a + (b < share ? distance : 0),
      [0, share * distance],
      [1, share * (1 - share) * distance ** 2],
    ),
    isFar: (_, b = 1) => b < share,
  };
}

/** A function of one input and one of another, added. @param means of the two @param variances of the two */
function additive(
  name: string,
  inputs: Problem['inputs'],
  model: (a: number, b: number) => number,
  means: readonly [number, number],
  variances: readonly [number, number],
): Problem {
  const variance = variances[0] + variances[1];
  const shares = variances.map((own) => own / variance);
  return {
    ...{ name, inputs, first: shares, total: shares },
    model: (a = 0, b = 0) => model(a, b),
    mean: means[0] + means[1],
    standardDeviation: Math.sqrt(variance),
  };
}
