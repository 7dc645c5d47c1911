import type { CorePrice, CostRange } from '../../study/cost.ts';
import { amountText } from '../../study/amount-text.ts';
import { amountRange } from '../../study/cost-text.ts';
import type { Plan, PlannedJob } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { Repeats } from './count-repeats.ts';
import type { OnCluster } from './on-cluster.ts';
import {
  costOfUse,
  estimateUse,
  type ExpectedRunTime,
  type PlannedUse,
} from '../plan/estimate-use.ts';

/** What an amendment costs more than the study as it stands. */
export interface AmendmentCost {
  /** Jobs that the further runs, and those that run again, become. */
  readonly jobs: number;
  /** Core hours more; negative where it takes less, null where nothing bounds them. */
  readonly coreHours: { readonly low: number | null; readonly high: number | null };
  readonly cost: CostRange;
  /** What hasn't run costs by another price than before. */
  readonly isOtherPrice?: true;
  /** Nothing more is made for it: a cluster is on for longer, the one that the study has or the one that it makes next. */
  readonly onLonger?: 'cluster' | 'next cluster';
}

/** Of a core hour: of the study as it stands, and as it would be. */
export interface ComparedPrices {
  readonly before: CorePrice | undefined;
  readonly after: CorePrice | undefined;
}

/** What is compared. */
export interface AmendedUse {
  readonly before: Study;
  readonly after: Study;
  /** Planned jobs that would be started with it. */
  readonly notStarted: Plan['jobs'];
  /** Those of them that would be left, without the runs that are withdrawn. */
  readonly left: Plan['jobs'];
  readonly added: { readonly first: number; readonly last: number } | undefined;
  /** How many runs that have ended run again, or are brought back. */
  readonly again: number;
  /** Failed runs that the study repeats by itself, and stopped ones that go on with it; absent for none. */
  readonly repeats?: Repeats | undefined;
  /** Runs that finished runs of other studies stand for; absent for none. */
  readonly reused?: { readonly runs: number; readonly further: number } | undefined;
  /** Of a study with a cluster of its own: whether it has that which is to be used. A cluster that it has is paid for already; absent for others. */
  readonly onCluster?: OnCluster | undefined;
}

/** The difference of what is left to run: by the study as it stands, and as it would be. */
export function costOfAmendment(
  amended: AmendedUse,
  prices: ComparedPrices,
  expected: ExpectedRunTime | undefined,
): AmendmentCost {
  const { before, after, notStarted, left, added, again, repeats, reused } = amended;
  const { first, last } = added ?? { first: 1, last: 0 };
  const { runs, further: notRun } = reused ?? { runs: 0, further: 0 };
  const further = jobsOf({ first, last: last + again - notRun }, after.execution.runsPerJob);
  const planned = withoutRuns(left, runs - notRun);
  const repeatsOf = (study: Study, last = 0): readonly PlannedJob[] =>
    jobsOf({ first: 1, last }, study.execution.runsPerJob);
  const [oldRepeats, newRepeats] = [
    repeatsOf(before, repeats?.before),
    repeatsOf(after, repeats?.after),
  ];
  const oldJobs = [...notStarted, ...oldRepeats];
  const newJobs = [...planned, ...newRepeats, ...further];
  const old = estimateUse(before, { jobs: oldJobs }, expected);
  const now = estimateUse(after, { jobs: newJobs }, expected);
  const none = (study: Study): PlannedUse => estimateUse(study, { jobs: [] }, expected);
  const has = amended.onCluster ?? { before: false, after: false };
  // A cluster that the study has is paid for already, as long as anything is left to run.
  const saved = has.before && newJobs.length > 0 ? none(before) : old;
  const due = has.after ? none(after) : now;
  const most = minus(due.coreHours.high, saved.coreHours.high);
  const isLonger =
    amended.onCluster !== undefined &&
    most === 0 &&
    prices.before?.amount === prices.after?.amount &&
    runsIn(newJobs) > runsIn(oldJobs);
  const [was, is] = [costOfUse(old, prices.before), costOfUse(now, prices.after)];
  const [mostBefore, mostAfter] = [
    costOfUse(saved, prices.before).high,
    costOfUse(due, prices.after).high,
  ];
  return {
    jobs: further.length,
    coreHours: {
      low: minus(now.coreHours.low, old.coreHours.low),
      high: isLonger ? now.coreHours.high : most,
    },
    cost: {
      low: minus(is.low, was.low),
      high: isLonger ? is.high : minus(mostAfter, mostBefore),
      currency: is.currency ?? was.currency,
    },
    ...(prices.before?.amount === prices.after?.amount ? {} : { isOtherPrice: true }),
    ...(isLonger ? { onLonger: has.after ? 'cluster' : 'next cluster' } : {}),
  };
}

function runsIn(jobs: readonly PlannedJob[]): number {
  return jobs.reduce((sum, { expectedRuns }) => sum + expectedRuns, 0);
}

/** Jobs with so many runs less. */
function withoutRuns(jobs: readonly PlannedJob[], runs: number): readonly PlannedJob[] {
  let left = runs;
  return jobs.flatMap((job) => {
    const fewer = Math.min(left, job.expectedRuns);
    left -= fewer;
    const expectedRuns = job.expectedRuns - fewer;
    return expectedRuns === 0 ? [] : [{ ...job, expectedRuns }];
  });
}

function minus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}

function jobsOf(
  { first, last }: { readonly first: number; readonly last: number },
  runsPerJob: number,
): readonly PlannedJob[] {
  const jobs: PlannedJob[] = [];
  for (let start = first; start <= last; start += runsPerJob) {
    const end = Math.min(last, start + runsPerJob - 1);
    jobs.push({
      ...{ jobNumber: jobs.length + 1, firstRun: start, lastRun: end },
      ...{ usesCaseFile: false, expectedRuns: end - start + 1 },
    });
  }
  return jobs;
}

/** `nothing more`, `at most 1.20 USD more …`, `up to 3.00 USD less`, `about 0.0003 to 0.12 USD more, as the study’s cluster is on for longer`. */
export function moreWords(amendment: AmendmentCost): string {
  const { onLonger } = amendment;
  const words = rangeWords(amendment);
  return onLonger === undefined ? words : `${words}, as the study’s ${onLonger} is on for longer`;
}

function rangeWords({ cost, coreHours, isOtherPrice }: AmendmentCost): string {
  const { low, high, currency } = cost;
  const unit = currency === null ? '' : ` ${currency}`;
  const isNone =
    isOtherPrice === true ? high === 0 && coreHours.high !== null : coreHours.high === 0;
  if (isNone) return 'nothing more';
  if (coreHours.high === null) return 'unknown: nothing bounds what its jobs may take';
  if (high === null) {
    return `${signed(coreHours.high)} core hours (every slot until the walltime); no price was read yet`;
  }
  if (high < 0) return `up to ${amountText(-high)}${unit} less`;
  return low === null || low < 0
    ? `at most ${amountText(high)}${unit} more (if every slot runs until the walltime)`
    : `about ${amountRange(low, high)}${unit} more`;
}

function signed(hours: number): string {
  return `${hours < 0 ? '' : '+'}${Number(hours.toPrecision(3))}`;
}
