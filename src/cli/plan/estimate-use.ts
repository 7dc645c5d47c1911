/** How many cores for how many hours a plan takes, and so its price: between two bounds, each with what it rests on. */
import { tooLongForCluster } from './too-long-for-cluster.ts';
import { walltimeOf } from '../../study/own-cluster.ts';
import type { Study } from '../../study/study.ts';
import type { Plan } from '../../study/plan.ts';
import { unknownCost, type CorePrice, type CostRange } from '../../study/cost.ts';
import { countOf, formatDuration } from '../format-quantities.ts';

/** How long a run is expected to take. */
export interface ExpectedRunTime {
  readonly seconds: number;
  /** Where that is from, such as `as given`. */
  readonly from: string;
}

/** What a plan takes of the platform. */
export interface PlannedUse {
  /** Cores that its jobs hold at the same time, at most. */
  readonly cores: number;
  /** Null where nothing bounds it. */
  readonly coreHours: { readonly low: number | null; readonly high: number | null };
  /** What the bounds rest on, and what they leave out. */
  readonly basis: {
    readonly atMost: string;
    readonly atLeast: string;
    readonly notCounted: readonly string[];
  };
  /** Sentences: where the runs won't fit. */
  readonly warnings: readonly string[];
}

/**
 * High: every slot is held until the walltime; where there is none, until each run has taken all of its `runWalltime`. Low: each slot is held
 * only while a run is in it, for the expected time; null without one. Neither has runs that are repeated.
 */
export function estimateUse(
  study: Study,
  plan: Pick<Plan, 'jobs'>,
  expected?: ExpectedRunTime,
): PlannedUse {
  const { hardware } = study.job;
  const { cluster, maxConcurrentJobs, retries } = study.execution;
  const atOnce = Math.min(plan.jobs.length, maxConcurrentJobs);
  const slots = cluster?.kind === 'own' ? cluster.slots : hardware.slots;
  const cores = hardware.coresPerSlot * slots * (cluster === undefined ? atOnce : 1);
  const runs = plan.jobs.reduce((sum, job) => sum + job.expectedRuns, 0);
  const high = cluster?.kind === 'existing' ? undefined : mostHours(study, plan);
  const most = high === undefined ? Infinity : high.hours * slots * hardware.coresPerSlot;
  // Runs that don't fit into the walltime are cut by it.
  const least =
    expected === undefined
      ? null
      : Math.min(most, (runs * expected.seconds * hardware.coresPerSlot) / 3600);
  return {
    cores,
    coreHours: { low: least, high: high === undefined ? null : most },
    basis: {
      atMost: high?.because ?? whyUnbounded(study),
      atLeast:
        expected === undefined
          ? 'not known before a run was timed; say how long one takes with --run-time 5m'
          : `${countOf(runs, 'run')} of ${timeOf(expected.seconds)} each (${expected.from}), no slot ever idle`,
      notCounted: Object.values(retries).some((further) => further > 0)
        ? ['runs that are repeated (execution.retries)']
        : [],
    },
    warnings: [
      ...(expected === undefined ? [] : runsTooLong(study, expected)),
      ...(expected === undefined ? [] : tooLong(study, plan, expected.seconds)),
      ...tooLongForCluster(study, plan, expected?.seconds),
    ],
  };
}

/** What the use costs at a price of a core hour. */
export function costOfUse({ coreHours }: PlannedUse, price: CorePrice | undefined): CostRange {
  if (price === undefined) return unknownCost;
  const { amount, currency } = price;
  const { low, high } = coreHours;
  return {
    low: low === null ? null : low * amount,
    high: high === null ? null : high * amount,
    currency,
  };
}

/** For how long all slots are held at most, h. */
function mostHours(
  { job, execution }: Study,
  { jobs }: Pick<Plan, 'jobs'>,
): { readonly hours: number; readonly because: string } | undefined {
  const { cluster } = execution;
  const { walltime, slots, coresPerSlot } = job.hardware;
  if (jobs.length === 0) return { hours: 0, because: 'nothing is left to run' };
  if (cluster?.kind === 'own') {
    const { walltimeHours: hours } = walltimeOf({ job, execution });
    const held = `${countOf(cluster.slots * coresPerSlot, 'core')} of the cluster ${cluster.name}`;
    if (hours === undefined) return undefined;
    return { hours, because: `${held} until its walltime of ${hours} h` };
  }
  const cores = countOf(slots * coresPerSlot, 'core');
  if (walltime !== undefined) {
    const hours = walltime * jobs.length;
    return {
      hours,
      because: `${countOf(jobs.length, 'job')} x ${cores} until the walltime of ${walltime} h`,
    };
  }
  const { runWalltimeSeconds } = job;
  if (runWalltimeSeconds === undefined) return undefined;
  const processes = job.analyses.reduce(
    (sum, { preProcess, postProcess }) =>
      sum + 1 + (preProcess === undefined ? 0 : 1) + (postProcess === undefined ? 0 : 1),
    0,
  );
  const rounds = jobs.reduce((sum, each) => sum + Math.ceil(each.expectedRuns / slots), 0);
  return {
    hours: (rounds * processes * runWalltimeSeconds) / 3600,
    because: `${cores} until every run has used its runWalltime of ${timeOf(runWalltimeSeconds)}, without the start of the machines`,
  };
}

function whyUnbounded({ execution: { cluster } }: Study): string {
  return cluster?.kind === 'existing'
    ? `no bound: the cluster ${cluster.id} is not the study's own`
    : 'no bound: the study has neither a walltime nor a runWalltime';
}

/** Each run has its own bound, whatever the job's is. */
function runsTooLong({ job }: Study, { seconds, from }: ExpectedRunTime): readonly string[] {
  const { runWalltimeSeconds } = job;
  if (runWalltimeSeconds === undefined || seconds <= runWalltimeSeconds) return [];
  return [
    `a run of ${timeOf(seconds)} (${from}) takes longer than its runWalltime of ${timeOf(runWalltimeSeconds)}: such runs are ended there, and fail with the reason timeout`,
  ];
}

function tooLong(
  { job, execution }: Study,
  { jobs }: Pick<Plan, 'jobs'>,
  runSeconds: number,
): readonly string[] {
  const { walltime, slots } = job.hardware;
  if (walltime === undefined || execution.cluster !== undefined) return [];
  const largest = jobs.reduce((most, each) => Math.max(most, each.expectedRuns), 0);
  const neededHours = (Math.ceil(largest / slots) * runSeconds) / 3600;
  if (neededHours <= walltime) return [];
  return [
    `a job of ${countOf(largest, 'run')} in ${countOf(slots, 'slot')} needs about ${neededHours.toFixed(1)} h, more than its walltime of ${walltime} h: runs will be cut`,
  ];
}

function timeOf(seconds: number): string {
  return seconds < 60
    ? `${Number(seconds.toPrecision(2))} s`
    : formatDuration(1000 * Math.round(seconds));
}
