import { mostHoursByItself, mostHoursOfCluster, mostHoursOfJob } from '../../study/budget.ts';
import { withUnit } from '../../study/committed-words.ts';
import type { CorePrice } from '../../study/cost.ts';
import type { Study } from '../../study/study.ts';
import type { PlanProblem } from './plan-problem.ts';

const where = 'execution.maxCost';

/** Whether the limit of the study's cost can be held, and lets anything begin; one that is started already is held by a low one. */
export function checkBudget(
  study: Study,
  price: CorePrice | undefined,
  isStarted = false,
): readonly PlanProblem[] {
  const { maxCost, cluster } = study.execution;
  const { coreType = 'its core type' } = study.job.hardware;
  if (maxCost === undefined) return [];
  if (price === undefined || price.amount === 0) {
    return [
      {
        ...{ severity: 'error', where },
        message: `Nobody tells what a core hour of ${coreType} costs, so the limit can't be held`,
        hint: `Give it in the profile file: prices: {${coreType}: 0.12}`,
      },
    ];
  }
  const { amount, currency } = price;
  if (maxCost.currency !== undefined && currency !== null && maxCost.currency !== currency) {
    return [
      {
        ...{ severity: 'error', where },
        message: `The limit is in ${maxCost.currency} and the platform's prices are in ${currency}`,
        hint: `Give the limit in ${currency}`,
      },
    ];
  }
  if (isStarted) return [];
  const isCluster = cluster?.kind === 'own';
  const hours = (slots?: number): number =>
    (isCluster ? mostHoursOfCluster(study) : mostHoursOfJob(study, slots)) ?? 0;
  const [whole, least] = [hours() * amount, hours(1) * amount];
  const limit = withUnit(maxCost.amount, currency);
  const withoutCluster: readonly PlanProblem[] =
    !isCluster || mostHoursByItself(study) !== undefined
      ? []
      : [
          {
            ...{ severity: 'warning', where: 'job.hardware.walltime' },
            message:
              'Only the cluster has a walltime: where the platform refuses the cluster, nothing bounds what a job of the study may cost, and the study pauses over its limit',
            hint: 'Give job.hardware a walltime in hours, such as walltime: 2',
          },
        ];
  const what = isCluster ? 'its cluster' : 'its first job';
  if (least > maxCost.amount) {
    const one = isCluster ? what : `${what}, even in one slot,`;
    return [
      {
        ...{ severity: 'error', where },
        message: `Nothing of the study could begin: ${one} may cost up to ${withUnit(least, currency)} until its walltime, and the limit is ${limit}`,
        hint: 'Give a higher limit, or a shorter walltime',
      },
    ];
  }
  if (whole <= maxCost.amount) return withoutCluster;
  return [
    ...withoutCluster,
    {
      ...{ severity: 'warning', where },
      message: `${what} would be cut to fewer slots: all of it may cost up to ${withUnit(whole, currency)} until its walltime, and the limit is ${limit}`,
    },
  ];
}

/** What the limit means for a plan; undefined where it has none. @param high the most that all of it may cost; null where that isn't known */
export function budgetOfPlan(
  { execution: { maxCost } }: Pick<Study, 'execution'>,
  high: number | null,
  currency: string | null,
): string | undefined {
  if (maxCost === undefined) return undefined;
  const limit = `at most ${withUnit(maxCost.amount, maxCost.currency ?? currency)} are committed`;
  if (high === null) return limit;
  return high <= maxCost.amount
    ? `${limit}, which allows all of it`
    : `${limit}: jobs wait for what those before took, and the study pauses before it would pass that`;
}
