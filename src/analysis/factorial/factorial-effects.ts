import { normalQuantile, studentQuantile, studentTwoSided } from '../../distributions/index.ts';
import { centre } from '../centre.ts';
import { completeRows } from '../complete-rows.ts';
import { leastSquares } from '../least-squares.ts';
import { createOrthogonalBasis, dot } from '../orthogonal-basis.ts';
import { allContrasts } from './all-contrasts.ts';
import { lenthError, type LenthError } from './lenth-error.ts';
import { partialAliases, type AliasesOfMain } from './partial-aliases.ts';
import type { Residuals } from '../doubts/residual-doubts.ts';

/** What a factor, or two together, change in the response between their low and high level. */
export interface FactorialEffect {
  /** One or two places in the list of factors. */
  readonly factors: readonly number[];
  /** What the runs can't tell from it: the effect is the sum of all, or with sign -1 the difference. */
  readonly aliases: readonly { readonly factors: readonly number[]; readonly sign: 1 | -1 }[];
  /** Interactions that aren't in the model and stand in a main effect by a share; absent for none. */
  readonly partialAliases?: AliasesOfMain;
  /** Mean at high less mean at low. */
  readonly effect: number;
  readonly standardError?: number;
  /** Probability of an effect at least as large by chance; needs rows beyond the number of terms. */
  readonly pValue?: number;
  /** Where a half-normal plot has its size: quantile of the absolute value of a standard normal variable at its rank. */
  readonly halfNormal: number;
}

/** What the centre points are off the others. */
interface Curvature {
  /** Mean of the other runs less that of the centre points. */
  readonly estimate: number;
  readonly standardError?: number;
  readonly pValue?: number;
}

/** All effects, with Lenth's measure of their error, which needs no further runs. */
export interface FactorialEffects {
  readonly effects: readonly FactorialEffect[];
  /** Interactions that can't be told from differences between blocks, as places in the list of factors. */
  readonly inBlocks: readonly (readonly number[])[];
  /** Beyond this an effect is no chance, 95 % each, by the largest standard error; absent where no run measures it. */
  readonly marginOfError?: number;
  /** Products of three factors and more of runs at two levels that stand once each: the error is made of them. */
  readonly higher?: readonly Omit<FactorialEffect, 'aliases' | 'partialAliases'>[];
  /** From all contrasts of the runs, where most do nothing; absent where some aren't known, or where they are fewer than three. */
  readonly lenth?: LenthError;
  /** The terms hold all there is, though runs are left to measure an error. */
  readonly isExact: boolean;
  /** Absent without centre points. */
  readonly curvature?: Curvature;
  readonly residuals: Residuals;
}

interface Chain {
  readonly factors: readonly number[];
  readonly column: Float64Array;
  readonly aliases: { readonly factors: readonly number[]; readonly sign: 1 | -1 }[];
}

/**
 * Main effects and interactions of two of factors coded -1 .. 1, by regression on the complete rows, so that missing runs don't bias them. Columns
 * that are the same, or the negative, are one chain of aliases. Rows at 0 in all factors are centre points: they measure the error, their
 * curvature is taken out, and so is what differs between blocks.
 * @param blocks contrasts between the blocks of the design
 * @returns undefined where not even the main effects can be told apart; interactions only where each is alone or a full alias
 * @see R. V. Lenth (1989), doi:10.1080/00401706.1989.10488595; C. Daniel (1959), doi:10.1080/00401706.1959.10489866
 */
export function factorialEffects(
  factors: readonly Float64Array[],
  response: Float64Array,
  blocks: readonly Float64Array[] = [],
): FactorialEffects | undefined {
  const complete = completeRows([...factors, ...blocks, response]);
  const y = complete.at(-1) ?? new Float64Array();
  const coded = complete.slice(0, factors.length);
  const between = complete.slice(factors.length, -1);
  const { values: target, scale } = centre(y);
  const mains = coded.map((_, index) => [index]);
  const pairs = coded.flatMap((_, j) => coded.slice(0, j).map((_unused, i) => [i, j]));
  const isCentre = y.map((_, row) => Number(coded.every((column) => column[row] === 0)));
  const nuisance = [y.map(() => 1), ...(isCentre.includes(1) ? [isCentre] : []), ...between];
  const inBlocks = pairs.filter((pair) => {
    const product = productOf(pair, coded);
    return between.some((column) => signOf(column, product) !== undefined);
  });
  const told = pairs.filter((pair) => !inBlocks.includes(pair));
  for (const groups of [[...mains, ...told], mains]) {
    const chains = chainsOf(groups, coded, nuisance);
    const columns = chains?.map(({ column }) => column) ?? [];
    const fit = chains && leastSquares([...nuisance, ...columns], target);
    if (!fit) continue;
    const isExact = fit.residualSquares <= 1e-24 * dot(target, target);
    const errorOf = (value: number, own: number): Partial<Curvature> => {
      if (fit.freedom === 0 || isExact) return {};
      const standardError = scale * own;
      const pValue = standardError > 0 ? studentTwoSided(value / standardError, fit.freedom) : 0;
      return { standardError, pValue };
    };
    const curved = isCentre.includes(1) ? -scale * (fit.coefficients[1] ?? NaN) : undefined;
    const at = (index: number): number => index + nuisance.length;
    const known = new Set(
      chains
        .flatMap(({ factors: own, aliases }) => [own, ...aliases.map((alias) => alias.factors)])
        .map(String),
    );
    const partial = partialAliases(
      coded,
      nuisance,
      told.filter((pair) => !known.has(String(pair))),
      (pair) => productOf(pair, coded),
    );
    const sizes = chains.map((_, index) => 2 * scale * (fit.coefficients[at(index)] ?? NaN));
    const rest = isExact ? undefined : higherContrasts(coded, between);
    const higher = rest?.map(({ factors: own, column }) => {
      const effect = 2 * scale * (dot(column, target) / dot(column, column));
      return { factors: own, effect };
    });
    const order = [...sizes, ...(higher ?? []).map(({ effect }) => effect)]
      .map(Math.abs)
      .sort((a, b) => a - b);
    const halfNormalOf = (effect: number): number =>
      normalQuantile(0.5 + (order.indexOf(Math.abs(effect)) + 0.5) / order.length / 2);
    const effects = chains.map(({ factors: own, aliases }, index) => {
      const effect = sizes[index] ?? NaN;
      const halfNormal = halfNormalOf(effect);
      const [main = -1, second] = own;
      const shared = second === undefined ? partial[main] : undefined;
      const found = {
        ...{ factors: own, aliases, effect, halfNormal },
        ...(shared === undefined || shared.count === 0 ? {} : { partialAliases: shared }),
      };
      return { ...found, ...errorOf(effect, 2 * (fit.standardErrors[at(index)] ?? NaN)) };
    });
    const error = lenthError(Float64Array.from(order));
    const largestError = effects.reduce(
      (most, { standardError = 0 }) => Math.max(most, standardError),
      0,
    );
    const residuals = {
      rows: completeRows([...factors, response, response.map((_, row) => row)]).at(-1) ?? [],
      values: fit.residual.map((value) => (isExact ? 0 : value)),
      leverage: fit.leverage,
      freedom: fit.freedom,
    };
    return {
      effects,
      inBlocks,
      isExact: isExact && fit.freedom > 0,
      ...(largestError > 0
        ? { marginOfError: studentQuantile(0.975, fit.freedom) * largestError }
        : {}),
      ...(higher && higher.length > 0
        ? { higher: higher.map((one) => ({ ...one, halfNormal: halfNormalOf(one.effect) })) }
        : {}),
      // Of some contrasts only it would be the error of those.
      ...(error && (fit.freedom === 0 || higher) ? { lenth: error } : {}),
      ...(curved === undefined
        ? {}
        : { curvature: { estimate: curved, ...errorOf(curved, fit.standardErrors[1] ?? NaN) } }),
      residuals: { ...residuals, rows: [...residuals.rows] },
    };
  }
  return undefined;
}

/** Those that are no effect: products of three factors and more that stand in no difference between blocks; undefined where not all are known. */
function higherContrasts(
  coded: readonly Float64Array[],
  between: readonly Float64Array[],
): ReturnType<typeof allContrasts> {
  return allContrasts(coded)?.filter(
    ({ factors, column }) =>
      factors.length > 2 && !between.some((block) => signOf(block, column) !== undefined),
  );
}

/** Groups whose columns are the same but for the sign; undefined where a column depends on others in another way. */
function chainsOf(
  groups: readonly (readonly number[])[],
  coded: readonly Float64Array[],
  nuisance: readonly Float64Array[],
): readonly Chain[] | undefined {
  const basis = createOrthogonalBasis();
  if (!nuisance.every((column) => basis.add(column))) return undefined;
  const chains: Chain[] = [];
  for (const factors of groups) {
    const column = productOf(factors, coded);
    const same = chains.find((chain) => signOf(chain.column, column) !== undefined);
    const sign = same && signOf(same.column, column);
    if (same && sign) same.aliases.push({ factors, sign });
    else if (basis.add(column)) chains.push({ factors, column, aliases: [] });
    else return undefined;
  }
  return chains;
}

function productOf(factors: readonly number[], coded: readonly Float64Array[]): Float64Array {
  return (coded[0] ?? new Float64Array()).map((_, row) =>
    factors.reduce((product, place) => product * (coded[place]?.[row] ?? 0), 1),
  );
}

/** 1 where two columns are the same, -1 where one is the negative of the other. */
function signOf(first: Float64Array, second: Float64Array): 1 | -1 | undefined {
  if (first.every((value, row) => value === second[row])) return 1;
  return first.every((value, row) => value === -(second[row] ?? NaN)) ? -1 : undefined;
}
