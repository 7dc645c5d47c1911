import type { Cell } from '../design/cell.ts';
import type { RowStructure } from '../design/index.ts';
import { anova } from './anova.ts';
import { factorialEffects } from './main-effects.ts';
import { numbersOf, type NumericColumn, type StudyColumn } from './study-table.ts';

/** Analysis of variance of a response by the inputs' names. */
export interface AnovaSummary {
  readonly response: string;
  /** Runs used. */
  readonly runs: number;
  readonly terms: readonly {
    /** One input, or two for their interaction. */
    readonly inputs: readonly string[];
    readonly freedom: number;
    readonly sumOfSquares: number;
    /** Of the total sum of squares. */
    readonly share: number;
    readonly f?: number;
    readonly pValue?: number;
  }[];
  readonly residual: { readonly freedom: number; readonly sumOfSquares: number };
  readonly total: { readonly freedom: number; readonly sumOfSquares: number };
  /** Interactions that these runs can't tell from the terms above. */
  readonly aliased: readonly (readonly [string, string])[];
}

/** What inputs at two levels change in a response. */
export interface FactorialSummary {
  readonly response: string;
  readonly effects: readonly {
    readonly inputs: readonly string[];
    readonly effect: number;
    readonly standardError?: number;
    readonly pValue?: number;
  }[];
}

/** Inputs with more values than this aren't factors. */
const mostLevels = 20;

/** Whether inputs that take few values in such rows are factors; rows that move one input at a time don't vary them together. */
const mayHaveFactors: Readonly<Record<RowStructure, boolean>> = {
  independent: true,
  even: true,
  balanced: true,
  'one-at-a-time': false,
  trajectories: false,
  'pick-freeze': false,
};

/** The inputs, where each that varies takes few values; otherwise none. */
export function factorsOf(
  inputs: readonly StudyColumn[],
  structure: RowStructure | undefined,
): readonly StudyColumn[] {
  if (structure !== undefined && !mayHaveFactors[structure]) return [];
  const sizes = inputs.map(({ values }) => new Set<Cell>(values).size);
  if (sizes.some((size) => size > mostLevels)) return [];
  return inputs.filter((_, index) => (sizes[index] ?? 0) > 1);
}

/** Sums of squares of main effects and interactions of two. @param responses NaN where a run doesn't count */
export function summariseAnova(
  responses: readonly NumericColumn[],
  factors: readonly StudyColumn[],
): readonly AnovaSummary[] {
  const nameOf = (place: number): string => factors[place]?.name ?? '';
  return responses.flatMap(({ name, values }) => {
    const table =
      factors.length > 0
        ? anova(
            factors.map((factor) => factor.values),
            values,
          )
        : undefined;
    if (!table) return [];
    const { terms, residual, total, aliased, count } = table;
    return [
      {
        response: name,
        runs: count,
        terms: terms.map(({ factors: places, ...term }) => ({
          inputs: places.map(nameOf),
          ...term,
        })),
        residual,
        total,
        aliased: aliased.map(([i, j]) => [nameOf(i), nameOf(j)] as const),
      },
    ];
  });
}

/** Effects of inputs that take two values, from the lower (of texts: the first) to the other one. */
export function summariseEffects(
  responses: readonly NumericColumn[],
  factors: readonly StudyColumn[],
): readonly FactorialSummary[] {
  const coded = factors.map(({ values }) => codeLevels(values));
  const columns = coded.filter((column) => column !== undefined);
  if (columns.length === 0 || columns.length < factors.length) return [];
  return responses.flatMap(({ name, values }) => {
    const effects = factorialEffects(columns, values);
    if (!effects) return [];
    return [
      {
        response: name,
        effects: effects.map(({ factors: places, ...effect }) => ({
          inputs: places.map((place) => factors[place]?.name ?? ''),
          ...effect,
        })),
      },
    ];
  });
}

function codeLevels(values: StudyColumn['values']): Float64Array | undefined {
  const distinct = [...new Set<Cell>(values)];
  if (distinct.length !== 2) return undefined;
  const low = numbersOf(values) ? Math.min(...distinct.map(Number)) : distinct[0];
  return Float64Array.from(values, (value) => (value === low ? -1 : 1));
}
