import { findCostLimit, type Store } from '../../store/index.ts';
import { withUnit } from '../../study/committed-words.ts';
import type { Study } from '../../study/study.ts';
import { readBudget } from '../studies/read-budget.ts';
import type { AmendmentCost } from './amendment-cost.ts';

/** Says, as a sentence, that the limit of the study's cost has no room for all that an amendment may cost; undefined where it has, or where there is none. */
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
  if (high <= limit.amount - committed) return undefined;
  const { currency = budget?.currency ?? null } = limit;
  return `${withUnit(committed, currency)} of ${withUnit(limit.amount, currency)} are committed: the study may pause before all of it has run`;
}
