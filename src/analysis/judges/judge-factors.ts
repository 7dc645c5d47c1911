import { aliasDoubtOfTable, aliasDoubts } from '../doubts/alias-doubts.ts';
import { higherDoubts } from '../doubts/factor-doubts.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { leastFreedom } from '../doubts/residual-doubts.ts';

/** Judges an analysis of variance by its design and by what it leaves of the runs. */
export function judgeAnova({ name, planned, lost, results }: JudgedResponse): readonly Judgement[] {
  const effects = results.effects.find(({ response }) => response === name)?.result;
  return results.anova
    .filter(({ response }) => response === name)
    .map(({ result, used, doubts }) => ({
      needs: 'all runs',
      planned,
      used,
      isMissing: result === undefined,
      reasons: [
        lost &&
          `${lost}: the design is no longer balanced, so level means also contain effects of other inputs`,
        ...(result
          ? [
              result.pooledCount > 0 &&
                `the error holds interactions (${result.pooledCount} of two inputs): if one acts, effects seem to be chance${effects ? '; see factorialEffects' : ''}`,
              ...(effects ? higherDoubts(effects) : []),
              aliasDoubtOfTable(result, effects !== undefined),
              result.residual.freedom < leastFreedom &&
                'fewer than three degrees of freedom measure the error',
              result.total.sumOfSquares === undefined &&
                'sums of squares are too large or too small for a number and are left out; shares, F and p stand; with another unit of the response they are given',
            ]
          : []),
        ...doubts,
      ],
    }));
}

/** Judges effects of factors at two levels. */
export function judgeEffects({
  name,
  planned,
  lost,
  results,
}: JudgedResponse): readonly Judgement[] {
  return results.effects
    .filter(({ response }) => response === name)
    .map(({ result, used, doubts }) => ({
      needs: 'all runs',
      planned,
      used,
      isMissing: result === undefined,
      reasons: [lost, ...(result ? aliasDoubts(result.effects) : []), ...doubts],
    }));
}
