/** What a study may cost: what is set aside before a job is sent or a cluster made, and what is left of the limit. Pure. */
import { walltimeOf } from './own-cluster.ts';
import type { Study } from './study.ts';

/** Core hours that one job or cluster may take, and those that it took. */
export interface Commitment {
  /** Core hours until its walltime. */
  readonly mostHours: number;
  /** Core hours that it took; absent while it may still take more, or where nobody can tell. */
  readonly takenHours?: number;
}

/** What a study has committed, in core hours. */
export interface Committed {
  /** Taken by what has ended. */
  readonly spentHours: number;
  /** Set aside for what goes on. */
  readonly reservedHours: number;
}

/** Whether something may be sent. */
export type BudgetVerdict =
  | 'fits'
  /** Not now: what goes on may take less than is set aside for it. */
  | 'later'
  /** Not within the limit. */
  | 'never';

/**
 * Core hours that a job of the study takes at most: all its slots until its walltime. On a cluster of the study's own 0, as the cluster is paid
 * for by its life. Undefined where nothing bounds it.
 * @param slots fewer than all of them where it was cut
 */
export function mostHoursOfJob(
  { job, execution }: Pick<Study, 'job' | 'execution'>,
  slots = job.hardware.slots,
): number | undefined {
  if (execution.cluster?.kind === 'own') return 0;
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

/** Sums what was committed; what took more than was set aside counts with what it took. */
export function addCommitments(commitments: Iterable<Commitment>): Committed {
  let [spentHours, reservedHours] = [0, 0];
  for (const { mostHours, takenHours } of commitments) {
    if (takenHours === undefined) reservedHours += mostHours;
    else spentHours += takenHours;
  }
  return { spentHours, reservedHours };
}

/**
 * Whether `mostHours` more may be set aside.
 * @param limitHours the limit, in core hours at the price of one
 */
export function judgeBudget(
  { spentHours, reservedHours }: Committed,
  mostHours: number,
  limitHours: number,
): BudgetVerdict {
  // Sums of hours that were read and of those that were planned differ in their last digits.
  const slack = 1e-9 * limitHours;
  if (spentHours + reservedHours + mostHours <= limitHours + slack) return 'fits';
  return reservedHours > 0 && spentHours + mostHours <= limitHours + slack ? 'later' : 'never';
}
