import { findCostLimit, layout } from '../../store/index.ts';
import { leastToBegin } from '../../study/budget.ts';
import { withUnit } from '../../study/committed-words.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import type { CorePrice } from '../../study/cost.ts';
import type { CostLimit } from '../../study/cost-limit.ts';
import type { Study } from '../../study/study.ts';
import { leastOfNext, type BudgetReader } from '../studies/least-of-next.ts';
import { readBudget } from '../studies/read-budget.ts';
import type { AmendmentCost } from './amendment-cost.ts';

/** Says, as a sentence, that the limit of the study's cost has no room for all that an amendment may cost; undefined where it has, or where there is none. One that holds the study from now on is told so. */
export async function tellNoRoom(
  store: BudgetReader,
  study: {
    readonly studyId: string;
    readonly before: Study;
    readonly after: Study;
    /** Of a core hour, as amended; absent: the one that was read last. */
    readonly price?: CorePrice | undefined;
    readonly isOver: boolean;
  },
  { cost, onLonger }: Pick<AmendmentCost, 'cost' | 'onLonger'>,
): Promise<string | undefined> {
  const { studyId, before, after, isOver } = study;
  // All that a cluster may cost which the study has is set aside.
  const high = onLonger === 'cluster' ? 0 : cost.high;
  const isSet = before.execution.maxCost?.amount !== after.execution.maxCost?.amount;
  const limit = isSet ? after.execution.maxCost : await findCostLimit(store.study(studyId), before);
  if (limit === undefined || high === null) return undefined;
  const budget = await readBudget(store, { studyId, study: limitedBy(before, limit), isOver });
  const committed = budget?.committed ?? 0;
  const room = limit.amount - committed;
  const { currency = budget?.currency ?? null } = limit;
  const words = `${withUnit(committed, currency)} of ${withUnit(limit.amount, currency)} are committed`;
  const price = study.price ?? (await store.study(studyId).find(layout.price));
  const least = isOver ? leastToBegin(after) : await leastOfNext(store, { studyId, study: after });
  const amount = price?.amount ?? 0;
  if (isSet && least !== undefined && amount > 0 && least * amount > room) {
    return `${words}: nothing more is started as it stands, not even one slot; what executes runs to its end, and may leave room by what it didn’t take`;
  }
  return high <= room ? undefined : `${words}: the study may pause before all of it has run`;
}

/** Refuses hardware of which nothing could begin within the limit that holds, whatever what executes takes. */
export async function refuseNoSlot(
  store: BudgetReader,
  { studyId, before, after, isOver }: Parameters<typeof tellNoRoom>[1],
  { amount, currency }: CorePrice,
): Promise<readonly RefusedSetting[]> {
  const isSet = before.execution.maxCost?.amount !== after.execution.maxCost?.amount;
  const limit = isSet ? after.execution.maxCost : await findCostLimit(store.study(studyId), before);
  if (limit === undefined) return [];
  const budget = await readBudget(store, { studyId, study: limitedBy(before, limit), isOver });
  const spent = budget?.spent ?? 0;
  const least = (leastToBegin(after) ?? 0) * amount;
  const what =
    after.execution.cluster?.kind === 'own' ? 'no cluster of that' : 'not even one slot of a job';
  if (spent + least <= limit.amount * (1 + 1e-9)) return [];
  return [
    {
      words: 'job.hardware',
      why: `${what} fits the limit of the study's cost: it may cost up to ${withUnit(least, currency)} until its walltime, and ${withUnit(spent, currency)} of ${withUnit(limit.amount, limit.currency ?? currency)} are spent; give a higher limit (maxCost, or doeflow budget ${studyId} --set AMOUNT first) or a shorter walltime`,
    },
  ];
}

function limitedBy(study: Study, maxCost: CostLimit): Study {
  return { ...study, execution: { ...study.execution, maxCost } };
}
