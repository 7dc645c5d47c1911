/** How each of Dakota's kinds of variables is read, and said in a study file. */
import type { DraftValue } from '../study-draft.ts';
import type { KeywordReader } from './keyword-reader.ts';

/** One variable of a group. */
export interface GivenVariable {
  /** Its source in the study file, without its name. */
  readonly source: { readonly [key: string]: DraftValue };
  /** Where it is a function of another variable, which has the source: the expression over `u`. */
  readonly expression?: string;
  /** Where a method leaves it that doesn't vary it. */
  readonly initial?: number | string | undefined;
  readonly bounds?: readonly [number, number] | undefined;
  /** Why the source only stands for what the file says. */
  readonly standsFor?: string;
}

/** What a variable is there for; a method varies those of some roles. In the order of Dakota's points. */
export const variableRoles = ['design', 'aleatory', 'epistemic', 'state'] as const;

export type VariableRole = (typeof variableRoles)[number];

export interface VariableKind {
  /** Of the names that Dakota gives. */
  readonly prefix: string;
  readonly role: VariableRole;
  readonly read: (reader: KeywordReader, count: number) => readonly GivenVariable[];
}

/** The words of where a variable is at first. */
const initialWords = ['initial_point', 'initial_state'];

const forEach = 'one for each variable';

type List = readonly (number | undefined)[];

/** Reads a list for each of `words`, then makes one variable after the other of them. */
export function each(
  words: readonly (readonly string[])[],
  make: (...values: (number | undefined)[]) => GivenVariable,
): VariableKind['read'] {
  return (reader, count) => {
    const lists: readonly List[] = words.map((alternatives) =>
      reader.numbersFor(count, forEach, ...alternatives),
    );
    const initials = reader.numbersFor(count, forEach, ...initialWords);
    return Array.from({ length: count }, (_, index) => {
      const made = make(...lists.map((list) => list[index]));
      return { ...made, initial: initials[index] ?? made.initial };
    });
  };
}

/** A variable with a distribution; settings that are absent or infinite are left out. */
export function generator(
  name: string,
  settings: { readonly [key: string]: number | undefined },
): GivenVariable {
  const finite = Object.entries(settings).filter(([, value]) => Number.isFinite(value));
  const source = { generator: name, settings: Object.fromEntries(finite) };
  const { minvalue: low = NaN, maxvalue: high = NaN, mean } = settings;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { source, initial: mean };
  return { source, initial: mean ?? (low + high) / 2, bounds: [low, high] };
}

function standIn(bounds: readonly [number, number], standsFor: string): GivenVariable {
  const [minvalue, maxvalue] = bounds;
  return { source: { generator: 'Uniform', settings: { minvalue, maxvalue } }, bounds, standsFor };
}

/** The word of lower bounds. */
export const lower = ['lower_bounds'];
/** The word of upper bounds. */
export const upper = ['upper_bounds'];

/** Values between bounds; a range stands for those without. */
export const continuous = each([lower, upper], (low, high) => {
  // Dakota begins at zero, or at the bound nearest to it.
  const initial = Math.min(Math.max(0, low ?? -Infinity), high ?? Infinity);
  const isBounded = Number.isFinite(low) && Number.isFinite(high);
  if (isBounded && low !== undefined && high !== undefined) {
    return {
      ...generator('Uniform', { minvalue: low, maxvalue: high }),
      ...{ initial, bounds: [low, high] },
    };
  }
  return { ...standIn([0, 1], 'no bounds'), initial, bounds: undefined };
});

/** Whole numbers between bounds. */
export const range = each([lower, upper], (low = 0, high = 1) => ({
  source: {
    generator: 'FixedRange',
    settings: { minvalue: low, maxvalue: high, increment: 1 },
  },
  initial: Math.floor((low + high) / 2),
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

/** Bins with counts, or with densities. */
export const histogramBins: VariableKind['read'] = (reader, count) => {
  const pairs = reader.numbers('pairs_per_variable', 'num_pairs');
  const edges = numeric(reader.partsFor(count, pairs, 'abscissas'));
  const densities = numeric(reader.partsFor(count, pairs, 'ordinates'));
  const heights = numeric(reader.partsFor(count, pairs, 'counts'));
  return edges.map((own, index) => {
    const isDense = (densities[index] ?? []).length > 0;
    const given = (isDense ? densities : heights)[index] ?? [];
    const counts = given.slice(0, own.length - 1).map((height, bin) =>
      // A density is a count for each unit of the width.
      isDense ? height * ((own[bin + 1] ?? 0) - (own[bin] ?? 0)) : height,
    );
    return { source: { generator: 'Histogram', settings: { edges: own, counts } } };
  });
};

/** Values with their weights. */
export const histogramPoints: VariableKind['read'] = (reader, count) => {
  const pairs = reader.numbers('pairs_per_variable', 'num_pairs');
  const values = reader.partsFor(count, pairs, 'abscissas');
  const counts = numeric(reader.partsFor(count, pairs, 'counts'));
  return values.map((own, index) => ({ source: weighted(own, counts[index] ?? []) }));
};

/** Values to choose from; those of an uncertain variable may have probabilities. */
export const set: VariableKind['read'] = (reader, count) => {
  const sizes = reader.numbers('elements_per_variable', 'num_elements', 'num_set_values');
  const elements = reader.partsFor(count, sizes, 'elements', 'set_values');
  const probabilities = numeric(reader.partsFor(count, sizes, 'set_probabilities', 'set_probs'));
  const initials = reader.take(...initialWords) ?? [];
  return elements.map((values, index) => ({
    source: weighted(values, probabilities[index] ?? []),
    initial: initials[index] ?? values[Math.floor((values.length - 1) / 2)],
  }));
};

function weighted(
  values: readonly (string | number)[],
  weights: readonly number[],
): GivenVariable['source'] {
  if (weights.length === 0) return { values };
  const total = weights.reduce((sum, one) => sum + one, 0);
  return { values, weights: weights.map((one) => one / total) };
}

function numeric(parts: readonly (readonly (string | number)[])[]): readonly (readonly number[])[] {
  return parts.map((part) => part.filter((value) => typeof value === 'number'));
}

/** Epistemic intervals: the range over all of them stands for each. */
export const interval: VariableKind['read'] = (reader, count) => {
  const cuts = reader.numbers('num_intervals', 'intervals_per_variable');
  reader.take('interval_probabilities', 'interval_probs');
  const low = numeric(reader.partsFor(count, cuts, ...lower));
  const high = numeric(reader.partsFor(count, cuts, ...upper));
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
