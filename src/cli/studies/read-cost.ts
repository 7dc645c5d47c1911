import { layout } from '../../store/index.ts';
import type { Store } from '../../store/index.ts';
import { unknownCost, type CostRange } from '../../study/cost.ts';

/** What a study cost as its summary says; nulls where it says nothing. */
export async function readCost(store: Store, studyId: string): Promise<CostRange> {
  const cost = (await store.study(studyId).find(layout.summary))?.cost;
  return cost === undefined
    ? unknownCost
    : { low: cost.low, high: cost.high, currency: cost.currency };
}
