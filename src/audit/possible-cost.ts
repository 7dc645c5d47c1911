import { costOfJobs, type CorePrice } from '../study/cost.ts';
import type { Study } from '../study/study.ts';

/** What a job of the study may have cost of which nothing is known but its settings, as the end of a sentence. @param isByItself it was sent without its study's cluster */
export function possibleCost(
  study: Study,
  price: CorePrice | undefined,
  isByItself = false,
): string {
  const { hardware } = study.job;
  const { cluster } = study.execution;
  if (cluster !== undefined && !isByItself) {
    return 'it may have cost what its cluster costs, which is paid by the cluster’s hours whatever runs there';
  }
  const { walltime, slots } = hardware;
  if (walltime === undefined) {
    return 'nothing bounds what it may have cost, as the study sets no walltime';
  }
  const hours = `its walltime of ${walltime} h on ${slots === 1 ? '1 slot' : `${slots} slots`}`;
  const use = [{ heldHours: walltime, runHours: 0, isByItself }];
  const { high, currency } = costOfJobs(study, use, price, { made: 0, lives: [] });
  if (high === null) return `it may have cost up to ${hours}, of which the price isn't known`;
  const amount = Number(high.toPrecision(6));
  return `it may have cost up to ${amount}${currency === null ? '' : ` ${currency}`} (${hours})`;
}
