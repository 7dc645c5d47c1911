/** The limit of a study's cost: that of its file, or the last one that its owner has set since. */
import type { DocumentFolder } from '../objects/index.ts';
import { firstRevision } from '../run/first-revision.ts';
import type { CostLimit } from '../study/cost-limit.ts';
import type { Study } from '../study/study.ts';
import { layout } from './layout.ts';
import type { CostLimitSet } from './schemas/study-records.ts';

/** Every limit that was set since the study was started, by itself or with an amendment, the oldest first. */
export async function readCostLimits(
  folder: Pick<DocumentFolder, 'find'>,
): Promise<readonly CostLimitSet[]> {
  const all = [...(await readSetLimits(folder)), ...(await readAmendedLimits(folder))];
  return all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function readSetLimits(
  folder: Pick<DocumentFolder, 'find'>,
): Promise<readonly CostLimitSet[]> {
  const limits: CostLimitSet[] = [];
  for (;;) {
    const set = await folder.find(layout.costLimit(limits.length + 1));
    if (set === undefined) return limits;
    limits.push(set);
  }
}

async function readAmendedLimits(
  folder: Pick<DocumentFolder, 'find'>,
): Promise<readonly CostLimitSet[]> {
  const limits: CostLimitSet[] = [];
  for (let number = firstRevision + 1; ; number += 1) {
    const revision = await folder.find(layout.revision(number));
    if (revision === undefined) return limits;
    const { amendment, createdAt: at } = revision;
    if (amendment?.maxCost === undefined) continue;
    const { maxCost, by, why } = amendment;
    limits.push({ ...(maxCost === null ? {} : { limit: maxCost }), at, by, why });
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
  let number = (await readSetLimits(folder)).length + 1;
  while (!(await folder.create(layout.costLimit(number), set))) number += 1;
}
