/** What the limit of a study's cost must be at least for its next job, or cluster, to begin. Pure. */
import { judgeBudget } from '../../study/budget.ts';
import { withUnit } from '../../study/committed-words.ts';
import type { StudyBudget } from './read-budget.ts';

/** A limit that lets nothing more begin. */
export interface TooLowLimit {
  /** With which the next job begins; rounded up, so that it can be given as it is told. */
  readonly least: number;
  /** `the next job may take up to 0.06 USD …`. */
  readonly words: string;
}

/** Undefined where the limit has room for the next job, or the study has its cluster for it, there is none, or nobody can tell. */
export function tooLowLimit(budget: StudyBudget | undefined): TooLowLimit | undefined {
  if (budget === undefined) return undefined;
  const { maxCost, spent, reserved, least, currency } = budget;
  if (maxCost === null || spent === null || reserved === null || least === undefined) {
    return undefined;
  }
  if (judgeBudget({ spent, reserved }, least, maxCost) !== 'never') return undefined;
  const needed = roundedUp(spent + reserved + least);
  return {
    least: needed,
    words: `the least that can begin next may take up to ${withUnit(least, currency)} until its walltime, and ${withUnit(spent + reserved, currency)} are committed: the limit must be at least ${withUnit(needed, currency)}`,
  };
}

/** To the decimals with which amounts are told. */
function roundedUp(amount: number): number {
  const decimals = amount >= 0.1 ? 2 : 1 - Math.floor(Math.log10(amount));
  const unit = 10 ** decimals;
  // A sum such as 0.1 + 0.2 is no cent more than 0.30.
  return Number((Math.ceil(amount * unit * (1 - 1e-12)) / unit).toFixed(Math.min(100, decimals)));
}
