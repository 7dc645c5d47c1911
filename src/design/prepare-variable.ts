import {
  createDistribution,
  createLevelPicker,
  equallySpaced,
  type Distribution,
} from '../distributions/index.ts';
import { DesignError } from '../errors.ts';
import type { Cell } from './cell.ts';
import type { DesignColumn, DesignVariable } from './design.ts';

/** A variable as the methods see it: something that turns probabilities, level numbers or coded values into cells. */
export interface PreparedVariable {
  readonly name: string;
  /** Cells at the given probabilities, each inside (0, 1); they may be written over them. */
  readonly scale: (probabilities: Float64Array) => DesignColumn;
  /** All its levels in a crossed design. @throws DesignError for a continuous variable without `levels` */
  readonly levels: () => readonly Cell[];
  /** Number of levels where it is discrete, undefined where it is continuous. */
  readonly levelCount: number | undefined;
  /**
   * Value at a coded place: -1 = low, 0 = centre, 1 = high. Low and high are the ends of the support, or the 5 % and 95 % points
   * where it has none. @throws DesignError for texts with more than two levels
   */
  readonly atCode: (code: number) => Cell;
  /** Place of a cell: the value itself, or the number of its level from 0; NaN for what isn't one. */
  readonly place: (cell: Cell) => number;
  /** The cell at such a place. */
  readonly at: (place: number) => Cell;
  readonly nominal: Cell;
}

/** @throws DesignError with a path such as `['variables', 'w', 'settings', 'stddev']` */
export function prepareVariable(variable: DesignVariable): PreparedVariable {
  return variable.source.kind === 'levels'
    ? prepareLevels(variable, variable.source.values, variable.source.weights)
    : prepareGenerator(variable, variable.source);
}

function prepareLevels(
  { name, nominal }: DesignVariable,
  values: readonly Cell[],
  weights?: readonly number[],
): PreparedVariable {
  if (values.length === 0) {
    throw new DesignError('DESIGN_LEVELS', `${name} has no levels: it needs at least one`, {
      path: ['variables', name, 'values'],
    });
  }
  checkWeights(name, values.length, weights);
  const pick = createLevelPicker(values.length, weights);
  const numbers = values.every((value) => typeof value === 'number')
    ? Float64Array.from(values)
    : undefined;
  return {
    name,
    scale: (probabilities) =>
      numbers
        ? probabilities.map((p) => numbers[pick(p)] ?? NaN)
        : Array.from(probabilities, (p) => values[pick(p)] ?? ''),
    levels: () => values,
    levelCount: values.length,
    atCode: codedLevels(name, values),
    ...placesOnLevels(values),
    nominal: nominal ?? values[(values.length - 1) >> 1] ?? NaN,
  };
}

function prepareGenerator(
  { name, nominal }: DesignVariable,
  source: Extract<DesignVariable['source'], { kind: 'generator' }>,
): PreparedVariable {
  const distribution = namedDistribution(name, source);
  const { levels: own, quantile } = distribution;
  const [low, high] = codedEnds(distribution);
  return {
    name,
    scale: (probabilities) => {
      if (!distribution.scale) return probabilities.map(quantile);
      distribution.scale(probabilities);
      return probabilities;
    },
    levels: () => own ?? levelsOfContinuous(name, distribution, source.levels),
    levelCount: own?.length,
    atCode: own
      ? codedLevels(name, own)
      : (code) =>
          code === -1 ? low : code === 1 ? high : (low + high) / 2 + (code * (high - low)) / 2,
    ...(own ? placesOnLevels(own) : { place: Number, at: (place: number) => place }),
    nominal:
      nominal ??
      (own ? own[(own.length - 1) >> 1] : undefined) ??
      distribution.mode ??
      distribution.mean,
  };
}

function placesOnLevels(values: readonly Cell[]): Pick<PreparedVariable, 'place' | 'at'> {
  return {
    place: (cell) => {
      const place = values.indexOf(cell);
      return place < 0 ? NaN : place;
    },
    at: (place) => values[place] ?? NaN,
  };
}

function namedDistribution(
  name: string,
  source: Extract<DesignVariable['source'], { kind: 'generator' }>,
): Distribution {
  try {
    return createDistribution(source.generator, source.settings);
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    throw new DesignError('DESIGN_SETTINGS', `${error.message} (variable ${name})`, {
      path: ['variables', name, ...error.path],
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      cause: error,
    });
  }
}

/** Equally spaced between the ends of the support, or the middles of slices of equal probability where it has none. */
function levelsOfContinuous(
  name: string,
  { support: [low, high], quantile }: Distribution,
  count: number | undefined,
): readonly number[] {
  if (count === undefined || !Number.isInteger(count) || count < 1) {
    throw new DesignError(
      'DESIGN_LEVELS',
      `The continuous variable ${name} needs \`levels\` in a crossed design${count === undefined ? '' : `, got ${count}`}`,
      { path: ['variables', name], hint: 'add `levels: 3`, or take another design method' },
    );
  }
  if (count === 1) return [quantile(0.5)];
  return Number.isFinite(low) && Number.isFinite(high)
    ? equallySpaced(low, high, count)
    : Array.from({ length: count }, (_, index) => quantile((index + 0.5) / count));
}

function codedEnds({ support: [low, high], quantile }: Distribution): readonly [number, number] {
  return [
    Number.isFinite(low) && Number.isFinite(high) ? low : quantile(0.05),
    Number.isFinite(low) && Number.isFinite(high) ? high : quantile(0.95),
  ];
}

function codedLevels(name: string, values: readonly Cell[]): (code: number) => Cell {
  return (code) => {
    const place = ((code + 1) / 2) * (values.length - 1);
    const cell = values[place];
    if (cell !== undefined) return cell;
    throw new DesignError(
      'DESIGN_LEVELS',
      `Expected ${name} to have a level at the coded value ${code}, got ${values.length} levels`,
      {
        path: ['variables', name],
        hint: 'two levels serve designs at -1 and 1, three those with a centre; others need a continuous variable',
      },
    );
  };
}

function checkWeights(name: string, count: number, weights: readonly number[] | undefined): void {
  if (weights === undefined) return;
  const path = ['variables', name, 'weights'];
  if (weights.length !== count) {
    throw new DesignError(
      'DESIGN_WEIGHTS',
      `Expected ${count} weights of ${name}, one per level, got ${weights.length}`,
      { path },
    );
  }
  const wrong = weights.findIndex((weight) => !(weight >= 0 && weight < Infinity));
  if (wrong >= 0) {
    throw new DesignError(
      'DESIGN_WEIGHTS',
      `Expected weights of ${name} of at least 0, got ${weights[wrong] ?? NaN}`,
      { path: [...path, wrong] },
    );
  }
  if (weights.every((weight) => weight === 0)) {
    throw new DesignError(
      'DESIGN_WEIGHTS',
      `Expected at least one weight of ${name} above 0, but all are 0`,
      {
        path,
      },
    );
  }
}
