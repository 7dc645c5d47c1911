import { layout, type DocumentFolder, type Store, type StudyReader } from '../../store/index.ts';
import { leastToBegin } from '../../study/budget.ts';
import { describeCluster } from '../../study/own-cluster.ts';
import type { Study } from '../../study/study.ts';
import { describeHeldCluster } from './held-cluster.ts';

/** What of a store tells of a study's budget. */
export type BudgetReader = StudyReader & Pick<Store, 'engineRecords'>;

/**
 * Core hours that must be set aside at least for an open study to go on, beside what it has committed: of its next job in one slot until its walltime, or of its
 * next cluster. Undefined where it needs nothing more, as it has its cluster, or where nobody can tell.
 * @param study as its jobs and clusters are made from now on
 */
export async function leastOfNext(
  store: BudgetReader,
  { studyId, study }: { readonly studyId: string; readonly study: Study },
): Promise<number | undefined> {
  if (study.execution.cluster?.kind !== 'own') return leastToBegin(study);
  const last = await lastMade(store.study(studyId));
  // Going on after a pause it asks for one that was refused again, and may go on without it only once it was refused for good.
  if (last?.refused === true) return leastToBegin(study);
  // One that is asked for just now is committed.
  if (last !== undefined && last.clusterId === undefined) return undefined;
  return (await hasCluster(store, studyId, study)) ? undefined : leastToBegin(study);
}

/** What is kept of the cluster that was asked for last. */
async function lastMade(folder: Pick<DocumentFolder, 'find'>) {
  let last = await folder.find(layout.clusterMade(1));
  for (let number = 2; ; number += 1) {
    const next = await folder.find(layout.clusterMade(number));
    if (next === undefined) return last;
    last = next;
  }
}

/** Whether a cluster of the study stands, and is made of what the study wants: it is committed, and whatever runs on it costs nothing more. */
async function hasCluster(store: BudgetReader, studyId: string, study: Study): Promise<boolean> {
  const { readStoredStudy } = await import('./stored-study.ts');
  const stored = await readStoredStudy(store, studyId);
  return (
    stored !== undefined && (await describeHeldCluster(store, stored)) === describeCluster(study)
  );
}
