/** The limit of a study's cost: that of its file, or the last one that its owner has set since. */
import type { DocumentFolder } from '../objects/index.ts';
import type { CostLimit } from '../study/cost-limit.ts';
import type { Study } from '../study/study.ts';
import { layout } from './layout.ts';
import type { CostLimitSet } from './schemas/study-records.ts';

/** Every limit that was set since the study was started, the oldest first. */
export async function readCostLimits(
  folder: Pick<DocumentFolder, 'find'>,
): Promise<readonly CostLimitSet[]> {
  const limits: CostLimitSet[] = [];
  for (;;) {
    const set = await folder.find(layout.costLimit(limits.length + 1));
    if (set === undefined) return limits;
    limits.push(set);
  }
}

/** What the study may commit now; undefined where nothing limits it. */
export async function findCostLimit(
  folder: Pick<DocumentFolder, 'find'>,
  study: Pick<Study, 'execution'>,
): Promise<CostLimit | undefined> {
  const last = (await readCostLimits(folder)).at(-1);
  const limit = last === undefined ? study.execution.maxCost : last.limit;
  if (limit === undefined) return undefined;
  const { amount, currency } = limit;
  return { amount, ...(currency === undefined ? {} : { currency }) };
}

/** Keeps a further limit; two that are set at once are both kept, and the later one counts. */
export async function setCostLimit(
  folder: Pick<DocumentFolder, 'find' | 'create'>,
  set: CostLimitSet,
): Promise<void> {
  let number = (await readCostLimits(folder)).length + 1;
  while (!(await folder.create(layout.costLimit(number), set))) number += 1;
}
