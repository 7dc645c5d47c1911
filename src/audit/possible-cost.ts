import { costOfJobs, type CorePrice } from '../study/cost.ts';
import type { Study } from '../study/study.ts';

/** What a job of the study may have cost of which nothing is known but its settings, as the end of a sentence. */
export function possibleCost(study: Study, price: CorePrice | undefined): string {
  const { hardware } = study.job;
  const { cluster } = study.execution;
  if (cluster !== undefined) {
    return 'it may have cost what its cluster costs, which is paid by the cluster’s hours whatever runs there';
  }
  const { walltime, slots } = hardware;
  if (walltime === undefined) {
    return 'nothing bounds what it may have cost, as the study sets no walltime';
  }
  const hours = `its walltime of ${walltime} h on ${slots === 1 ? '1 slot' : `${slots} slots`}`;
  const use = [{ heldHours: walltime, runHours: 0 }];
  const { high, currency } = costOfJobs(study, use, price);
  if (high === null) return `it may have cost up to ${hours}, of which the price isn't known`;
  const amount = Number(high.toPrecision(6));
  return `it may have cost up to ${amount}${currency === null ? '' : ` ${currency}`} (${hours})`;
}
