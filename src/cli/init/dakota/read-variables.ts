/** How each of Dakota's kinds of variables is read, and said in a study file. */
import type { DraftValue } from '../study-draft.ts';
import type { KeywordReader } from './keyword-reader.ts';

/** One variable of a group. */
export interface GivenVariable {
  /** Its source in the study file, without its name. */
  readonly source: { readonly [key: string]: DraftValue };
  /** Where it is a function of another variable, which has the source: the expression over `u`. */
  readonly expression?: string;
  readonly initial?: number | string | undefined;
  readonly bounds?: readonly [number, number] | undefined;
  /** Why the source only stands for what the file says. */
  readonly standsFor?: string;
}

export interface VariableKind {
  /** Of the names that Dakota gives. */
  readonly prefix: string;
  readonly isUncertain: boolean;
  readonly read: (reader: KeywordReader, count: number) => readonly GivenVariable[];
}

type List = readonly (number | undefined)[];

/** Reads a list for each of `words`, then makes one variable after the other of them. */
export function each(
  words: readonly (readonly string[])[],
  make: (...values: (number | undefined)[]) => GivenVariable,
): VariableKind['read'] {
  return (reader, count) => {
    const lists: readonly List[] = words.map(
      (alternatives) => reader.numbers(...alternatives) ?? [],
    );
    const initials = reader.numbers('initial_point') ?? [];
    return Array.from({ length: count }, (_, index) => ({
      initial: initials[index],
      ...make(...lists.map((list) => list[index])),
    }));
  };
}

/** A variable with a distribution; settings that are absent or infinite are left out. */
export function generator(
  name: string,
  settings: { readonly [key: string]: number | undefined },
): GivenVariable {
  const finite = Object.entries(settings).filter(([, value]) => Number.isFinite(value));
  return { source: { generator: name, settings: Object.fromEntries(finite) } };
}

function standIn(bounds: readonly [number, number], standsFor: string): GivenVariable {
  const [minvalue, maxvalue] = bounds;
  return { source: { generator: 'Uniform', settings: { minvalue, maxvalue } }, bounds, standsFor };
}

/** The word of lower bounds. */
export const lower = ['lower_bounds'];
/** The word of upper bounds. */
export const upper = ['upper_bounds'];

/** Decisions with bounds; a range stands for those without. */
export const continuousDesign = each([lower, upper], (low, high) => {
  const isBounded = Number.isFinite(low) && Number.isFinite(high);
  if (isBounded && low !== undefined && high !== undefined) {
    return { ...generator('Uniform', { minvalue: low, maxvalue: high }), bounds: [low, high] };
  }
  return { ...standIn([0, 1], 'no bounds'), bounds: undefined };
});

/** Whole numbers between bounds. */
export const range = each([lower, upper], (low = 0, high = 1) => ({
  source: {
    generator: 'FixedRange',
    settings: { minvalue: low, maxvalue: high, increment: 1 },
  },
  bounds: [low, high],
}));

/** By mean and deviation, mean and error factor, or the numbers of the logarithm. */
export const logNormal: VariableKind['read'] = each(
  [['means'], ['std_deviations'], ['error_factors'], ['lambdas'], ['zetas'], lower, upper],
  (mean, stddev, factor, lambda, zeta, minvalue, maxvalue) => {
    if (lambda !== undefined && zeta !== undefined) {
      return generator('LogNormal', { mu: lambda, sigma: zeta, minvalue, maxvalue });
    }
    if (mean !== undefined && factor !== undefined) {
      const sigma = Math.log(factor) / 1.645;
      return generator('LogNormal', {
        ...{ mu: Math.log(mean) - sigma ** 2 / 2, sigma, minvalue, maxvalue },
      });
    }
    return generator('LogNormal', { mean, stddev, minvalue, maxvalue });
  },
);

/** Cuts one list into one for each variable, by the counts that the file gives, else evenly. */
export function cut<T>(all: readonly T[], counts: readonly number[] | undefined, count: number) {
  const even = Math.floor(all.length / count);
  let start = 0;
  return Array.from({ length: count }, (_, index): readonly T[] => {
    const end = start + (counts?.[index] ?? even);
    const part = all.slice(start, end);
    start = end;
    return part;
  });
}

/** Bins with counts, or with densities. */
export const histogramBins: VariableKind['read'] = (reader, count) => {
  const pairs = reader.numbers('pairs_per_variable', 'num_pairs');
  const edges = cut(reader.numbers('abscissas') ?? [], pairs, count);
  const densities = reader.numbers('ordinates');
  const heights = cut(densities ?? reader.numbers('counts') ?? [], pairs, count);
  return edges.map((own, index) => {
    const counts = (heights[index] ?? []).slice(0, own.length - 1).map((height, bin) =>
      // A density is a count for each unit of the width.
      densities === undefined ? height : height * ((own[bin + 1] ?? 0) - (own[bin] ?? 0)),
    );
    return { source: { generator: 'Histogram', settings: { edges: own, counts } } };
  });
};

/** Values with their weights. */
export const histogramPoints: VariableKind['read'] = (reader, count) => {
  const pairs = reader.numbers('pairs_per_variable', 'num_pairs');
  const values = cut(reader.take('abscissas') ?? [], pairs, count);
  const counts = cut(reader.numbers('counts') ?? [], pairs, count);
  return values.map((own, index) => {
    const weights = counts[index] ?? [];
    const total = weights.reduce((sum, one) => sum + one, 0);
    return { source: { values: own, weights: weights.map((one) => one / total) } };
  });
};

/** Values to choose from. */
export const set: VariableKind['read'] = (reader, count) => {
  const sizes = reader.numbers('elements_per_variable', 'num_elements', 'num_set_values');
  const elements = cut(reader.take('elements', 'set_values') ?? [], sizes, count);
  const initials = reader.take('initial_point') ?? [];
  return elements.map((values, index) => ({ source: { values }, initial: initials[index] }));
};

/** Values that stay as they are. */
export const state: VariableKind['read'] = (reader, count) => {
  const initials = reader.take('initial_state') ?? [];
  const [low, high] = [reader.numbers(...lower) ?? [], reader.numbers(...upper) ?? []];
  reader.take('elements_per_variable');
  const elements = reader.take('elements') ?? [];
  return Array.from({ length: count }, (_, index): GivenVariable => {
    const middle = ((low[index] ?? 0) + (high[index] ?? 0)) / 2;
    return { source: { values: [initials[index] ?? elements[index] ?? middle] } };
  });
};

/** Epistemic intervals: the range over all of them stands for each. */
export const interval: VariableKind['read'] = (reader, count) => {
  const cuts = reader.numbers('num_intervals', 'intervals_per_variable');
  reader.take('interval_probabilities', 'interval_probs');
  const low = cut(reader.numbers(...lower) ?? [], cuts, count);
  const high = cut(reader.numbers(...upper) ?? [], cuts, count);
  return low.map((own, index) =>
    standIn(
      [Math.min(...own), Math.max(...(high[index] ?? []))],
      'its intervals: a study has no epistemic variables',
    ),
  );
};

/** Kinds whose values the engine can't draw. */
export const counts =
  (...words: readonly string[]): VariableKind['read'] =>
  (reader, count) => {
    const given = words.map((word) => `${word} = ${(reader.numbers(word) ?? []).join(' ')}`);
    return Array.from({ length: count }, () =>
      standIn([0, 1], `a distribution that a study doesn't have (${given.join(', ')})`),
    );
  };
