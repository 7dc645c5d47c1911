/** What a study may cost: what is set aside before a job is sent or a cluster made, and what is left of the limit. Pure. */
import { walltimeOf } from './own-cluster.ts';
import type { Study } from './study.ts';

/** What one job or cluster may take, and what it took. */
export interface Commitment {
  /** Core hours until its walltime. */
  readonly mostHours: number;
  /** Core hours that it took; absent while it may still take more, or where nobody can tell. */
  readonly takenHours?: number;
  /** Of a core hour; absent where nobody tells. */
  readonly price?: number | undefined;
}

/** What a study has committed, in the currency of its prices. */
export interface Committed {
  /** Taken by what has ended. */
  readonly spent: number;
  /** Set aside for what goes on. */
  readonly reserved: number;
}

/** Whether something may be sent. */
export type BudgetVerdict =
  | 'fits'
  /** Not now: what goes on may take less than is set aside for it. */
  | 'later'
  /** Not within the limit. */
  | 'never';

/**
 * Core hours that a job of the study takes at most, as its file has it. On a cluster of the study's own 0, as the cluster is paid for by its life.
 * Undefined where nothing bounds it.
 * @param slots fewer than all of them where it was cut
 */
export function mostHoursOfJob(
  study: Pick<Study, 'job' | 'execution'>,
  slots?: number,
): number | undefined {
  return study.execution.cluster?.kind === 'own' ? 0 : mostHoursByItself(study, slots);
}

/**
 * Core hours that a job takes at most which is paid for by itself, also where the platform has refused the study's cluster: all its slots until
 * its walltime. Undefined where nothing bounds it.
 * @param slots fewer than all of them where it was cut
 */
export function mostHoursByItself(
  { job }: Pick<Study, 'job'>,
  slots = job.hardware.slots,
): number | undefined {
  const { coresPerSlot, walltime } = job.hardware;
  return walltime === undefined ? undefined : walltime * slots * coresPerSlot;
}

/** How many slots of a job may be paid for with so many core hours, at most those that it has; undefined where nothing bounds it. */
export function slotsThatFit({ job }: Pick<Study, 'job'>, hours: number): number | undefined {
  const { slots, coresPerSlot, walltime } = job.hardware;
  if (walltime === undefined) return undefined;
  return Math.min(slots, Math.floor((hours / (walltime * coresPerSlot)) * (1 + 1e-9)));
}

/** Core hours that the cluster which the study has made takes at most; 0 where it makes none, undefined where nothing bounds it. */
export function mostHoursOfCluster(study: Pick<Study, 'job' | 'execution'>): number | undefined {
  const { cluster } = study.execution;
  if (cluster?.kind !== 'own') return 0;
  const { walltimeHours } = walltimeOf(study);
  return walltimeHours === undefined
    ? undefined
    : walltimeHours * cluster.slots * study.job.hardware.coresPerSlot;
}

/** Core hours of the least that may be begun: one slot of a job, or the study's cluster; undefined where nothing bounds it. */
export function leastToBegin(study: Pick<Study, 'job' | 'execution'>): number | undefined {
  return study.execution.cluster?.kind === 'own'
    ? mostHoursOfCluster(study)
    : mostHoursOfJob(study, 1);
}

/** Sums what was committed; what took more than was set aside counts with what it took. Undefined where the price of something isn't known. */
export function addCommitments(commitments: Iterable<Commitment>): Committed | undefined {
  let [spent, reserved] = [0, 0];
  for (const { mostHours, takenHours, price } of commitments) {
    const hours = takenHours ?? mostHours;
    if (hours === 0) continue;
    if (price === undefined) return undefined;
    if (takenHours === undefined) reserved += hours * price;
    else spent += hours * price;
  }
  return { spent, reserved };
}

/** Whether `most` more may be set aside; all in one currency. */
export function judgeBudget(
  { spent, reserved }: Committed,
  most: number,
  limit: number,
): BudgetVerdict {
  // Sums of hours that were read and of those that were planned differ in their last digits.
  const slack = 1e-9 * limit;
  if (spent + reserved + most <= limit + slack) return 'fits';
  return reserved > 0 && spent + most <= limit + slack ? 'later' : 'never';
}
