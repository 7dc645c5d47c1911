import type { PreparedVariable } from '../prepare-variable.ts';

/** Linear, with products of two, and with squares too. */
export const modelNames = ['linear', 'interaction', 'quadratic'] as const;

/** Which terms a regression has beside the constant. */
export type ModelName = (typeof modelNames)[number];

/** A variable as an optimal design sees it: a few candidates, each with its columns in the model. */
export interface CandidateFactor {
  /** One entry a candidate: its coded value from -1 to 1, or the contrasts of its category. */
  readonly contrasts: readonly (readonly number[])[];
  /** Whether its contrast is a number with a square. */
  readonly isNumeric: boolean;
}

/** A regression model over factors. */
export interface Model {
  readonly termCount: number;
  /** Terms at a point, given by the number of each factor's candidate; written into `target`. */
  readonly expand: (candidates: ArrayLike<number>, target: Float64Array) => void;
}

/**
 * Continuous variables have `grid` candidates from low to high, those of numeric levels their levels, and texts one contrast less than
 * they have levels (each against the last).
 */
export function candidatesOf(variable: PreparedVariable, grid: number): CandidateFactor {
  const { levelCount } = variable;
  if (levelCount === undefined) {
    const contrasts = Array.from({ length: grid }, (_, index) => [(2 * index) / (grid - 1) - 1]);
    return { contrasts, isNumeric: true };
  }
  const values = Array.from({ length: levelCount }, (_, level) => variable.at(level));
  const numbers = values.map(Number);
  if (levelCount === 2 || values.every((value) => typeof value === 'number')) {
    const coded = numbers.every(Number.isFinite) ? numbers : values.map((_, level) => level);
    const [low, high] = [Math.min(...coded), Math.max(...coded)];
    return {
      contrasts: coded.map((x) => [high > low ? (2 * (x - low)) / (high - low) - 1 : 0]),
      isNumeric: true,
    };
  }
  const contrasts = values.map((_, level) =>
    Array.from({ length: levelCount - 1 }, (_unused, other) =>
      level === levelCount - 1 ? -1 : level === other ? 1 : 0,
    ),
  );
  return { contrasts, isNumeric: false };
}

/** The model over these factors; squares are left out where a factor has only two candidates. */
export function createModel(name: ModelName, factors: readonly CandidateFactor[]): Model {
  const columns = factors.flatMap(({ contrasts }, factor) =>
    (contrasts[0] ?? []).map((_, contrast) => ({ factor, contrast })),
  );
  const pairs: (readonly [number, number])[] = [];
  for (const [a, one] of columns.entries()) {
    for (const [b, other] of columns.entries()) {
      if (name !== 'linear' && b > a && one.factor !== other.factor) pairs.push([a, b]);
    }
    const { isNumeric = false, contrasts = [] } = factors[one.factor] ?? {};
    if (name === 'quadratic' && isNumeric && contrasts.length > 2) pairs.push([a, a]);
  }
  const values = new Float64Array(columns.length);
  return {
    termCount: 1 + columns.length + pairs.length,
    expand: (candidates, target) => {
      for (const [index, { factor, contrast }] of columns.entries()) {
        values[index] = factors[factor]?.contrasts[candidates[factor] ?? 0]?.[contrast] ?? 0;
      }
      target[0] = 1;
      target.set(values, 1);
      for (const [index, [a, b]] of pairs.entries()) {
        target[1 + values.length + index] = (values[a] ?? 0) * (values[b] ?? 0);
      }
    },
  };
}
