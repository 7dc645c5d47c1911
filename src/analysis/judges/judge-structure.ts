import { farthestBeyond } from '../beyond-share.ts';
import { varies } from '../complete-rows.ts';
import { dominanceDoubt } from '../doubts/dominant-run.ts';
import type { Judgement, JudgedResponse, JudgedResults } from './estimator-trust.ts';
import { tiesOfOneSequence } from '../sobol/excess-of-blocks.ts';
import { widestInterval } from '../widest-interval.ts';

/**
 * Below so many base samples, some projections of Sobol's sequence are poor: the error of an index, beside its bootstrap interval, is larger than
 * from independent rows in one study out of nine (Ishigami's function, 256 and 512; none of 200 from 1,024 on; bench/calibration).
 */
const evenBlocks = 1024;

/** By how much errors exceed the interval there. */
const excess = 1.5;

/**
 * Fewer elementary effects than this don't show what acts in few places: of 100 (a > 0.9) (b > 0.9) + 5 c on four levels, a and b have no effect in 82
 * of 200 studies of four trajectories, in 22 of ten, in 5 of twenty. Nor do they show how skewed effects are: of twelve, the interval of mu* misses in up
 * to 24 of 200 studies (4 a + b^6 c + d exp(4 c) / 20, eight levels), of twenty in 20.
 */
const leastEffects = 20;

/** Indices that nothing tells the errors of. */
export const noIntervals =
  'indices have no intervals, so nothing tells their errors: leave out `statistics.resamples: 0`';

/** Judges Sobol' indices from Saltelli blocks. */
export function judgeSobol({
  name,
  rows,
  results,
  values,
}: Pick<JudgedResponse, 'name' | 'rows' | 'values'> & {
  readonly results: Pick<JudgedResults, 'sobol' | 'fault'>;
}): readonly Judgement[] {
  const own = results.sobol.filter(({ response }) => response === name);
  if (own.length === 0) {
    const reasons = [results.fault ?? `${rows} rows don't make complete blocks`];
    return [{ needs: 'a block of runs', planned: 0, used: 0, reasons }];
  }
  return own.map(({ blocks, scramblings = 1, baseSamples = blocks, indices, ...found }) => {
    const all = indices.flatMap(({ first, total }) => [first, total]);
    const known = all.filter((index) => index !== undefined);
    const used = known.length < all.length ? 0 : Math.min(...known.map((index) => index.blocks));
    const second = found.second.map(({ index, variables }) => ({
      ...{ ...index, name: `the second-order index of ${variables.join(' x ')}` },
    }));
    const named = indices.flatMap(({ variable, first, total }) => [
      ...(first ? [{ ...first, name: `the first index of ${variable}` }] : []),
      ...(total ? [{ ...total, name: `the total index of ${variable}` }] : []),
    ]);
    const [widest, widestSecond] = [widestOf(named), widestOf(second)];
    return {
      needs: 'a block of runs',
      ...(found.case === undefined ? {} : { case: found.case }),
      planned: blocks,
      used,
      reasons: [
        !varies(values.filter(Number.isFinite)) && 'the response doesn’t vary',
        dominanceDoubt(name, values),
        used < blocks &&
          `${blocks - used} of ${blocks} blocks don't give every index, as they lack a run or values that differ`,
        known.some(({ halfWidth }) => halfWidth === undefined) && noIntervals,
        beyondDoubt(named, baseSamples),
        widest.halfWidth > widestInterval
          ? `${widest.words}: more base samples make it narrower`
          : Math.min(used, baseSamples) < evenBlocks &&
            widest.halfWidth * excess > widestInterval &&
            `${widest.words}, and below ${evenBlocks} base samples errors reach ${excess} times that: take ${evenBlocks} or more`,
        scramblings === 1 && tiesOfOneSequence(indices.length),
        beyondDoubt(second, baseSamples),
        widestSecond.halfWidth > widestInterval &&
          `${widestSecond.words}: more base samples make it narrower`,
      ],
    };
  });
}

/** The widest interval, with words such as `the interval of the first index of c is ± 0.84`; 0 of none. */
function widestOf(indices: readonly { readonly halfWidth?: number; readonly name: string }[]): {
  readonly halfWidth: number;
  readonly words: string;
} {
  const [widest] = indices.toSorted((one, other) => (other.halfWidth ?? 0) - (one.halfWidth ?? 0));
  const halfWidth = widest?.halfWidth ?? 0;
  const words = `the interval of ${widest?.name ?? 'an index'} is ± ${halfWidth.toPrecision(2)}`;
  return { halfWidth, words };
}

/** Where an interval reaches far beyond what an index can be, its width alone says too little. */
function beyondDoubt(
  indices: readonly {
    readonly value: number;
    readonly halfWidth?: number;
    readonly name: string;
  }[],
  baseSamples: number,
): string | false {
  const found = farthestBeyond(indices);
  if (found === undefined) return false;
  return `${found.share.name} has an interval ${found.words}, though an index lies between 0 and 1: ${baseSamples} base samples are too few to tell it`;
}

/** Judges elementary effects from Morris trajectories. */
export function judgeMorris({ name, rows, results, values }: JudgedResponse): readonly Judgement[] {
  if (results.fault !== undefined) {
    return [{ needs: 'two runs of a step', planned: 0, used: 0, reasons: [results.fault] }];
  }
  return results.morris
    .filter(({ result }) => result.response === name)
    .map(({ result: { effects, inputs, ...found }, doubts }) => {
      const planned = Math.round((rows / (inputs + 1)) * inputs);
      const used = effects.reduce((sum, { count }) => sum + count, 0);
      const fewest = effects.length < inputs ? 0 : Math.min(...effects.map(({ count }) => count));
      return {
        needs: 'two runs of a step',
        ...(found.case === undefined ? {} : { case: found.case }),
        planned,
        used,
        reasons: [
          !varies(values.filter(Number.isFinite)) && 'the response doesn’t vary',
          dominanceDoubt(name, values),
          used < planned && `${planned - used} of ${planned} steps lack a run`,
          ...doubts,
          fewest < leastEffects &&
            `an input has ${fewest} effects, fewer than ${leastEffects}: that it acts in few places, or how skewed they are, wouldn't show`,
        ],
      };
    });
}
