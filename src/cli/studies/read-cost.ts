import { layout } from '../../store/index.ts';
import type { StudyReader } from '../../store/index.ts';
import { unknownCost, type CostRange } from '../../study/cost.ts';

/** The cost of a study from its summary; nulls where the summary has none. */
export async function readCost(store: StudyReader, studyId: string): Promise<CostRange> {
  const cost = (await store.study(studyId).find(layout.summary))?.cost;
  return cost === undefined
    ? unknownCost
    : { low: cost.low, high: cost.high, currency: cost.currency };
}
