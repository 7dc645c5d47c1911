import { z } from 'zod';
import type { Store } from '../../store/index.ts';
import { unknownCost, type CostRange } from '../../study/cost.ts';

const summarySchema = z.looseObject({
  cost: z
    .looseObject({
      low: z.number().nullable(),
      high: z.number().nullable(),
      currency: z.string().nullable(),
    })
    .optional()
    .catch(undefined),
});

/** The cost of a study from its summary; nulls where the summary has none. */
export async function readCost(store: Store, studyId: string): Promise<CostRange> {
  const folder = store.study(studyId);
  if (!(await folder.has('summary.json'))) return unknownCost;
  const { cost } = await folder.readJson('summary.json', summarySchema);
  return cost === undefined
    ? unknownCost
    : { low: cost.low, high: cost.high, currency: cost.currency };
}
