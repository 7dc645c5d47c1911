import type { Cell } from '../design/cell.ts';
import type { RowStructure } from '../design/index.ts';
import { anova } from './factorial/anova.ts';
import type { Anova } from './factorial/type-two-table.ts';
import { takesAtMost } from './count-distinct.ts';
import { varies } from './complete-rows.ts';
import { withoutExactRepeats } from './doubts/exact-repeats.ts';
import {
  errorDoubts,
  fitDoubts,
  higherDoubts,
  inBlocksDoubts,
  lackOfEffects,
  leftOutDoubts,
  repeatDoubts,
} from './doubts/factor-doubts.ts';
import { blockContrasts } from './factorial/block-contrasts.ts';
import { codeLevels, twoLevels } from './factorial/code-levels.ts';
import { factorialEffects, type FactorialEffects } from './factorial/factorial-effects.ts';
import type { JudgedResult } from './judges/judged-result.ts';
import { residualDoubts, type Residuals } from './doubts/residual-doubts.ts';
import type { RowBalance } from './doubts/row-balance.ts';
import type { NumericColumn, StudyColumn, StudyStructure } from './study-table.ts';

/** Analysis of variance of a response by the inputs' names. */
export interface AnovaSummary {
  readonly response: string;
  /** Runs used. */
  readonly runs: number;
  readonly terms: readonly {
    /** One input, or two for their interaction; of a curvature, all that the centre points are in the middle of. */
    readonly inputs: readonly string[];
    readonly isCurvature?: true;
    readonly freedom: number;
    /** Absent where no double holds it. */
    readonly sumOfSquares?: number;
    /** Of the total sum of squares. */
    readonly share: number;
    readonly f?: number;
    readonly pValue?: number;
  }[];
  readonly residual: { readonly freedom: number; readonly sumOfSquares?: number };
  readonly total: { readonly freedom: number; readonly sumOfSquares?: number };
  /** What differs between the blocks of the design, before all terms; absent without blocks. */
  readonly blocks?: NonNullable<Anova['blocks']>;
  /** Interactions that these runs can't tell from the terms above. */
  readonly aliased: readonly (readonly [string, string])[];
  /** Interactions that the residual holds, as there are no runs to separate them, or too many to try: how many, and the first. */
  readonly pooledCount: number;
  readonly pooled: readonly (readonly [string, string])[];
}

/** What inputs at two levels change in a response. */
export interface FactorialSummary {
  readonly response: string;
  /** Which text an effect goes from, and which one to; absent where all inputs are numbers. */
  readonly textLevels?: readonly {
    readonly input: string;
    readonly low: string;
    readonly high: string;
  }[];
  readonly effects: readonly {
    readonly inputs: readonly string[];
    /** What these runs can't tell from it: the effect is the sum of all, with sign -1 the difference. */
    readonly aliases: readonly { readonly inputs: readonly string[]; readonly sign: 1 | -1 }[];
    /** Interactions of which a share stands in it, as they are in no term: how many, and the largest; absent for none. */
    readonly partialAliases?: {
      readonly count: number;
      readonly largest: readonly { readonly inputs: readonly string[]; readonly share: number }[];
    };
    readonly effect: number;
    readonly standardError?: number;
    readonly pValue?: number;
    /** Where a half-normal plot has its size. */
    readonly halfNormal: number;
  }[];
  /** Mean of the other runs less that of the centre points, whichever inputs it comes from; absent without such points. */
  readonly curvature?: NonNullable<FactorialEffects['curvature']>;
  /** Beyond this an effect is no chance, 95 % each, by the largest standard error; absent where no run measures it. */
  readonly marginOfError?: number;
  /** Contrasts of three inputs and more, where runs at two levels stand once each; absent where there are none, or where not all are known. */
  readonly higher?: readonly {
    readonly inputs: readonly string[];
    readonly effect: number;
    readonly halfNormal: number;
  }[];
  /** Lenth's error of an effect, from all contrasts of the runs. */
  readonly lenth?: NonNullable<FactorialEffects['lenth']>;
}

/** How many interactions that are no terms are named. */
const mostPooled = 100;

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
  if (inputs.some(({ values }) => !takesAtMost(values, mostLevels))) return [];
  const sizes = inputs.map(({ values }) => new Set<Cell>(values).size);
  return inputs.filter((_, index) => (sizes[index] ?? 0) > 1);
}

/**
 * Sums of squares of main effects and interactions of two, with what speaks against them.
 * @param responses NaN where a run doesn't count
 */
export function summariseAnova(
  responses: readonly NumericColumn[],
  factors: readonly StudyColumn[],
  balance: RowBalance,
  structure?: Pick<StudyStructure, 'blockWords'>,
): readonly JudgedResult<AnovaSummary>[] {
  if (factors.length === 0) return [];
  const blocks = blockContrasts(factors, structure);
  const nameOf = (place: number): string => factors[place]?.name ?? '';
  return responses.map(({ name, values }) => {
    const columns = factors.map((factor) => factor.values);
    const { values: distinct, repeats } = withoutExactRepeats(columns, values);
    const table = anova(columns, distinct, blocks);
    if (!table) return noResult(name, values, 'main effects leave no run to measure the error');
    const { terms, residual, total, aliased, pooled, count, residuals } = table;
    const inBlocks = table.inBlocks.map((pair) => pair.map(nameOf));
    const result: AnovaSummary = {
      response: name,
      runs: count,
      terms: terms.map(({ factors: places, ...term }) => ({
        inputs: places.map(nameOf),
        ...term,
      })),
      residual,
      total,
      ...(table.blocks ? { blocks: table.blocks } : {}),
      aliased: aliased.map(([i, j]) => [nameOf(i), nameOf(j)] as const),
      pooledCount: pooled.length,
      pooled: pooled.slice(0, mostPooled).map(([i, j]) => [nameOf(i), nameOf(j)] as const),
    };
    const doubts = [
      ...inBlocksDoubts(inBlocks),
      ...repeatDoubts(repeats, values),
      ...fitDoubts(table, balance),
      ...leftOutDoubts(table.leftOut.map((places) => places.map(nameOf))),
      ...doubtsOf(residuals, factors),
    ];
    return { response: name, used: count + repeats, result, doubts };
  });
}

/** Effects of inputs that take two values, beside centre points, from the lower (of texts: the first that the study lists, or of the alphabet) to the other one. */
export function summariseEffects(
  responses: readonly NumericColumn[],
  factors: readonly StudyColumn[],
  balance: RowBalance,
  structure?: Pick<StudyStructure, 'blockWords' | 'distributions'>,
): readonly JudgedResult<FactorialSummary>[] {
  const levelsOf = ({ name }: StudyColumn): readonly Cell[] | undefined => {
    const source = structure?.distributions?.[name];
    return source?.kind === 'levels' ? source.values : undefined;
  };
  const coded = factors.map((factor) => codeLevels(factor.values, levelsOf(factor)));
  const textLevels = factors.flatMap((factor) => {
    const [low, high] = twoLevels(factor.values, levelsOf(factor)) ?? [];
    return typeof low === 'string' && typeof high === 'string'
      ? [{ input: factor.name, low, high }]
      : [];
  });
  const columns = coded.filter((column) => column !== undefined);
  if (columns.length === 0 || columns.length < factors.length) return [];
  const isAtCentre = (row: number): boolean => columns.every((column) => column[row] === 0);
  const isBetween = (column: Float64Array): boolean =>
    column.some((code, row) => code === 0 && !isAtCentre(row));
  if (columns.some(isBetween)) return [];
  const blocks = blockContrasts(factors, structure);
  return responses.map(({ name, values }) => {
    if (!varies(values.filter(Number.isFinite))) return noResult(name, values, '');
    const { values: distinct, repeats } = withoutExactRepeats(columns, values);
    const found = factorialEffects(columns, distinct, blocks);
    if (!found) return noResult(name, values, 'the runs can’t tell the main effects apart');
    const namesOf = (places: readonly number[]): readonly string[] =>
      places.map((place) => factors[place]?.name ?? '');
    const result: FactorialSummary = {
      response: name,
      ...(textLevels.length > 0 ? { textLevels } : {}),
      effects: found.effects.map(({ factors: places, aliases, partialAliases, ...effect }) => ({
        inputs: namesOf(places),
        aliases: aliases.map((alias) => ({ inputs: namesOf(alias.factors), sign: alias.sign })),
        ...(partialAliases && {
          partialAliases: {
            count: partialAliases.count,
            largest: partialAliases.largest.map(({ factors: pair, share }) => ({
              ...{ inputs: namesOf(pair), share },
            })),
          },
        }),
        ...effect,
      })),
      ...(found.curvature ? { curvature: found.curvature } : {}),
      ...(found.marginOfError === undefined ? {} : { marginOfError: found.marginOfError }),
      ...(found.higher && {
        higher: found.higher.map(({ factors: places, ...contrast }) => ({
          ...{ inputs: namesOf(places), ...contrast },
        })),
      }),
      ...(found.lenth ? { lenth: found.lenth } : {}),
    };
    const { residuals } = found;
    const used = residuals.values.length + repeats;
    const doubts = [
      ...inBlocksDoubts(found.inBlocks.map(namesOf)),
      ...errorDoubts(found),
      ...lackOfEffects(found, columns, balance),
      ...higherDoubts(result),
      ...repeatDoubts(repeats, values),
      ...doubtsOf(residuals, factors),
    ];
    return { response: name, used, result, doubts };
  });
}

function doubtsOf(residuals: Residuals, factors: readonly StudyColumn[]): readonly string[] {
  return residualDoubts(
    residuals,
    factors.map(({ name, values }) => ({ name, levels: values })),
  );
}

/** @param reason where the response varies */
function noResult(response: string, values: Float64Array, reason: string): JudgedResult<never> {
  const finite = values.filter(Number.isFinite);
  const doubts = [finite.length < 2 || !varies(finite) ? 'the response doesn’t vary' : reason];
  return { response, used: finite.length, doubts };
}
