/** A cluster ends after its study: what it took is then known, and no more is owed than that. */
import {
  isClusterLife,
  layout,
  readCheckpoint,
  readJobsByThemselves,
  type DocumentFolder,
} from '../../store/index.ts';
import type { CostRange } from '../../study/cost.ts';
import type { Study } from '../../study/study.ts';

/**
 * What a study that has ended cost, by the life of its clusters as far as that was kept since. One that was lent other studies' clusters alone has
 * its share of them: the rest of their life is paid by the studies that made them.
 * @param told as its end told it
 * @param studyOf reads the study, where that is needed; undefined where it can't be read any more
 */
export async function costSinceEnd(
  folder: DocumentFolder,
  told: CostRange,
  studyOf: () => Promise<Study | undefined>,
): Promise<CostRange> {
  if (told.low === null || told.low === told.high) return told;
  const { prefix } = layout.allClusters;
  const { objects } = await folder.list(layout.allClusters);
  const isTold = objects.some((name) => isClusterLife(`${prefix}${name}`));
  const madeNone = !(await folder.has(layout.clusterMade(1)));
  if (!isTold && !madeNone) return told;
  const study = await studyOf();
  if (study?.execution.cluster?.kind !== 'own') return told;
  if (madeNone) {
    const { size } = await readJobsByThemselves(folder, study);
    return size === 0 ? { ...told, high: told.low } : told;
  }
  const { countCost } = await import('../../summary/count-cost.ts');
  const since = await countCost(folder, study, (await readCheckpoint(folder)).jobs);
  return since.low === null ? told : since;
}
