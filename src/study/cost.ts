import { walltimeOf } from './own-cluster.ts';
import type { Study } from './study.ts';

/** What a study costs, between two bounds; null where nothing is known. */
export interface CostRange {
  readonly low: number | null;
  readonly high: number | null;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency: string | null;
}

/** Nothing is known about the cost. */
export const unknownCost: CostRange = { low: null, high: null, currency: null };

/** What one core costs for one hour. */
export interface CorePrice {
  readonly amount: number;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency: string | null;
}

/** How long one job used the platform. */
export interface JobUse {
  /** From the start of its hardware to its end, h; 0 for one that never got any. */
  readonly heldHours: number;
  /** Sum over its runs' attempts from start to end, h; 0 where the platform doesn't tell the times of runs. */
  readonly runHours: number;
  /** The platform had refused the study's cluster: the job is paid for by itself. */
  readonly isByItself?: boolean;
  /** Of a job that was cut, or made with other hardware; absent: those of the study. */
  readonly slots?: number;
  /** What a slot of it costs for an hour, where its hardware is other than the study's now. */
  readonly slotHour?: number;
}

/** What jobs run on. */
export interface JobHardware {
  /** The first revision of the study that has it. */
  readonly revision: number;
  readonly words: string;
}

/** The slots of a study's jobs, each as its job has them. */
export interface SlotsOfJobs {
  cores(jobNumber: number): number;
  /** What one costs for an hour; undefined where nobody knows. */
  hourCost(jobNumber: number): number | undefined;
  /** The hardware that they are of; absent where no amendment has changed it. @param jobNumber absent: that of jobs that are made from now on */
  hardware?(jobNumber?: number): JobHardware;
}

/** The clusters of a study's own; one that it borrows counts as one. */
export interface ClusterUse {
  /** How many it has had made. */
  readonly made: number;
  /** Core hours of those whose whole life the platform has told. */
  readonly lives: readonly number[];
  /** Of clusters whose hardware an amendment changed; absent: all are of the study's hardware as it stands. */
  readonly paid?: {
    /** What those took whose whole life is told. */
    readonly lived: number;
    /** What the others take at most; undefined where nothing bounds it. */
    readonly most: number | undefined;
  };
}

/** What a slot costs for an hour. */
export function slotHourOf(study: Study, price: CorePrice): number {
  return study.job.hardware.coresPerSlot * price.amount;
}

/**
 * What a study's jobs cost at a price of a core hour. At least: the slots while runs were in them. At most: every slot of a job
 * while it held its hardware. Clusters of the study's own cost their life where that is known, else at most all of their walltime; nothing where it had neither a
 * cluster made nor a job on one that held hardware. Unknown on a cluster that others pay for too.
 */
export function costOfJobs(
  study: Study,
  uses: readonly JobUse[],
  price: CorePrice | undefined,
  clusters: ClusterUse = { made: 1, lives: [] },
): CostRange {
  const { hardware } = study.job;
  const { cluster } = study.execution;
  if (price === undefined || cluster?.kind === 'existing') return unknownCost;
  const { currency } = price;
  const slotHour = slotHourOf(study, price);
  const hourOf = (use: JobUse): number => use.slotHour ?? slotHour;
  const usedBy = (some: readonly JobUse[]): number =>
    sum(some.map((use) => hourOf(use) * Math.max(use.runHours, use.heldHours)));
  const byThemselves = uses.filter((use) => cluster === undefined || use.isByItself === true);
  const held = sum(
    byThemselves.map((use) => hourOf(use) * use.heldHours * (use.slots ?? hardware.slots)),
  );
  const jobs = { low: usedBy(byThemselves), high: Math.max(usedBy(byThemselves), held) };
  if (cluster === undefined) return { ...jobs, currency };
  const used = usedBy(uses.filter((use) => use.isByItself !== true));
  if (used === 0 && clusters.made === 0) return { ...jobs, currency };
  const lived = clusters.paid?.lived ?? price.amount * sum(clusters.lives);
  const low = Math.max(used, lived);
  const further = mostOfOthers(slotHour, cluster.slots, walltimeOf(study).walltimeHours, clusters);
  const most = further === undefined ? undefined : lived + further;
  return {
    low: low + jobs.low,
    high: most === undefined ? null : Math.max(low, most) + jobs.high,
    currency,
  };
}

/** What those clusters take at most whose life isn't known; undefined where nothing bounds it. */
function mostOfOthers(
  slotHour: number,
  slots: number,
  walltime: number | undefined,
  { made, lives, paid }: ClusterUse,
): number | undefined {
  if (paid !== undefined && made > 0) return paid.most;
  const unknown = Math.max(lives.length > 0 ? 0 : 1, made - lives.length);
  if (unknown === 0) return 0;
  return walltime === undefined ? undefined : slotHour * walltime * slots * unknown;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
