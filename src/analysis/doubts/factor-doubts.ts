/** What speaks against tables and effects of factors. */
import { blockDoubt } from './block-doubt.ts';
import type { FactorialEffects } from '../factorial/factorial-effects.ts';
import { countReplicates, lackOfFit, type Replicates } from '../factorial/lack-of-fit.ts';
import type { LenthError } from '../factorial/lenth-error.ts';
import type { Anova } from '../factorial/type-two-table.ts';
import { leastFreedom } from './residual-doubts.ts';
import type { RowBalance } from './row-balance.ts';

/** Interactions that no run tells from a difference between blocks. */
export function inBlocksDoubts(pairs: readonly (readonly string[])[]): readonly string[] {
  const doubt = blockDoubt(pairs);
  return doubt === false ? [] : [doubt];
}

/** Runs that count once. */
export function repeatDoubts(repeats: number, values: Float64Array): readonly string[] {
  return repeats === 0
    ? []
    : [
        `${repeats} of ${values.filter(Number.isFinite).length} runs repeat others exactly, so there is no noise: they count once, and the error is what the terms leave out`,
      ];
}

/** How well the runs measure the error of effects. */
export function errorDoubts({
  isExact,
  lenth,
  residuals: { freedom },
}: FactorialEffects): readonly string[] {
  if (freedom === 0) {
    const other =
      lenth === undefined ? 'repeat runs' : 'compare them with Lenth’s margin, or repeat runs';
    return [`no run is left to measure the error, so effects have no standard errors: ${other}`];
  }
  if (isExact) return [noError];
  return freedom < leastFreedom ? ['fewer than three degrees of freedom measure the error'] : [];
}

/** What stands in the error by which effects are judged, and is none. */
export function higherDoubts({
  higher = [],
  lenth,
}: {
  readonly higher?: readonly { readonly inputs: readonly string[]; readonly effect: number }[];
  readonly lenth?: LenthError;
}): readonly string[] {
  const margin = lenth?.simultaneousMargin ?? Infinity;
  const large = higher
    .filter(({ effect }) => Math.abs(effect) > margin)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const [first] = large;
  if (!first) return [];
  const others = large.length === 1 ? '' : `, and of ${large.length - 1} more`;
  return [
    `the contrast of ${first.inputs.join(' x ')}${others} is no chance by Lenth’s margin, and the error by which effects are judged holds it: they may act though their p is large`,
  ];
}

/** Interactions that the error of a table holds, by the inputs' names. */
export function leftOutDoubts(interactions: readonly (readonly string[])[]): readonly string[] {
  const [first] = interactions;
  if (!first) return [];
  const others = interactions.length === 1 ? '' : `, and of ${interactions.length - 1} more`;
  return [
    `a contrast of ${first.join(' x ')}${others} is no chance by Lenth’s margin, and is in no term: the error by which effects are judged holds it, so they may act though their p is large`,
  ];
}

const noError =
  'the terms explain the response exactly: no error is left, so there are no standard errors, F and p';

/** With a smaller chance, the error holds more than replicates show. */
const leastChanceOfFit = 0.01;

/**
 * Fewer repeats than this of rows that aren't balanced, or than so many for each degree of freedom that the terms may lack, don't show what these lack,
 * and effects of inputs that do nothing hold a part of it: of 60 drawn rows of six inputs at two levels, 21 repeats, in up to 40 of 200 studies.
 */
const leastReplicates = 20;
const replicatesOfEach = 1.5;

/** What speaks against the terms of a table. @param balance of its rows */
export function fitDoubts(table: Anova, balance: RowBalance): readonly string[] {
  const { isExact, lackOfFit: chance } = table;
  return [
    ...(isExact ? [noError] : []),
    ...unseenDoubts({ ...table, freedom: table.residual.freedom }, balance),
    ...(isExact ? [] : onePointDoubts(table.replicates, table.residual.freedom)),
    ...lackDoubts(chance),
  ];
}

/** Why the error holds more than noise. @param chance of so much more than replicates show */
function lackDoubts(chance: number | undefined): readonly string[] {
  return chance === undefined || chance >= leastChanceOfFit
    ? []
    : [
        `the terms leave more than replicates scatter (lack of fit, p = ${chance.toExponential(1)}): something acts that is no term, such as an interaction of three inputs, and the error holds it`,
      ];
}

/** What the terms lack, and what measures the error: its degrees of freedom, and those of repeats. */
interface Unseen extends Pick<Anova, 'unseen' | 'replicates'> {
  readonly freedom: number;
}

/** What speaks against the terms of effects, but for what stands in them. @param columns of the factors, over the whole table */
export function lackOfEffects(
  { isExact, residuals: { rows, values, freedom } }: FactorialEffects,
  columns: readonly Float64Array[],
  balance: RowBalance,
): readonly string[] {
  const own = columns.map((column) => rows.map((row) => column[row] ?? NaN));
  const replicates = countReplicates(own, rows.length);
  const unseen = isExact || freedom <= replicates.count ? 'none' : 'higher';
  return [
    ...unseenDoubts({ unseen, replicates, freedom }, balance),
    ...(isExact
      ? []
      : [
          ...onePointDoubts(replicates, freedom, ', or compare with Lenth’s margin'),
          ...lackDoubts(lackOfFit(own, values, freedom)),
        ]),
  ];
}

/** Where repeats of one row are a larger share of the error's degrees of freedom, the error is that row's. */
const mostOfOnePoint = 1 / 3;

/** Why the error may not be that of the other rows, as where the centre points alone are repeated: half their scatter there, and effects of inputs that do nothing seem to act. */
function onePointDoubts(
  { ofOne, ofNext }: Replicates,
  freedom: number,
  advice = '',
): readonly string[] {
  const isOneOfMany = ofOne > mostOfOnePoint * freedom && ofNext < ofOne / 2;
  return isOneOfMany
    ? [
        `${ofOne} of the ${freedom} degrees of freedom of the error are repeats of one row, as of a centre point: whether other runs scatter as much can’t be seen, and standard errors, F and p assume it; repeat other runs, too${advice}`,
      ]
    : [];
}

/** Why nothing tells what the terms lack. */
function unseenDoubts(
  { unseen, replicates, freedom }: Unseen,
  { isArray, isChosen, repeatsCentre }: RowBalance,
): readonly string[] {
  const isBalanced = unseen === 'higher' ? isChosen : isArray;
  const { count } = replicates;
  const lacking = freedom - count;
  const least = Math.max(leastReplicates, replicatesOfEach * lacking);
  const isChance = !isBalanced && !repeatsCentre && lacking > 0 && count < least;
  if (unseen === 'none' || !(isChance || (count === 0 && unseen === 'parts'))) return [];
  const what =
    unseen === 'parts'
      ? 'of interactions of numbers with three levels and more only the linear part is a term'
      : 'interactions of three inputs and more are no terms';
  const repeats =
    count === 0
      ? 'no run is repeated'
      : `${count} repeated runs are too few to show what the terms lack`;
  const also = isArray
    ? 'and effects seem to be chance'
    : 'and, as the rows aren’t balanced, effects of inputs that do nothing hold a part of it';
  return [`${what}, and ${repeats}: if more acts, the error holds it ${also}`];
}
