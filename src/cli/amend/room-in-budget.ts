import { findCostLimit, layout, type Store } from '../../store/index.ts';
import { mostHoursOfCluster, mostHoursOfJob } from '../../study/budget.ts';
import { withUnit } from '../../study/committed-words.ts';
import type { Study } from '../../study/study.ts';
import { readBudget } from '../studies/read-budget.ts';
import type { AmendmentCost } from './amendment-cost.ts';

/** Says, as a sentence, that the limit of the study's cost has no room for all that an amendment may cost; undefined where it has, or where there is none. One that holds the study from now on is told so. */
export async function tellNoRoom(
  store: Pick<Store, 'study' | 'engineRecords'>,
  study: {
    readonly studyId: string;
    readonly before: Study;
    readonly after: Study;
    readonly isOver: boolean;
  },
  { cost: { high } }: AmendmentCost,
): Promise<string | undefined> {
  const { studyId, before, after, isOver } = study;
  const isSet = before.execution.maxCost?.amount !== after.execution.maxCost?.amount;
  const limit = isSet ? after.execution.maxCost : await findCostLimit(store.study(studyId), before);
  if (limit === undefined || high === null) return undefined;
  const budget = await readBudget(store, { studyId, study: after, isOver });
  const committed = budget?.committed ?? 0;
  const room = limit.amount - committed;
  const { currency = budget?.currency ?? null } = limit;
  const words = `${withUnit(committed, currency)} of ${withUnit(limit.amount, currency)} are committed`;
  const price = await store.study(studyId).find(layout.price);
  if (isSet && price !== undefined && price.amount > 0 && leastOf(after) * price.amount > room) {
    return `${words}: nothing more is started from now on, not even one slot; what executes runs to its end`;
  }
  return high <= room ? undefined : `${words}: the study may pause before all of it has run`;
}

/** Core hours of the least that may be started: one slot of a job, or the study's cluster. */
function leastOf(study: Study): number {
  const hours =
    study.execution.cluster?.kind === 'own' ? mostHoursOfCluster(study) : mostHoursOfJob(study, 1);
  return hours ?? 0;
}
