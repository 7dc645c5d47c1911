/** What the clusters that were made for a study are made of: amendments change it for those that are made afterwards. */
import type { DocumentFolder } from '../objects/index.ts';
import { firstRevision } from '../run/first-revision.ts';
import { onHardware } from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';
import { openHardwareBook } from './hardware-book.ts';
import { layout } from './layout.ts';
import { isAskedToEnd } from './made-clusters.ts';
import type { Store } from './store.ts';

/** The revision of the study's files by which a cluster was made; undefined for one that wasn't made for the study. */
export async function revisionOfCluster(
  folder: Pick<DocumentFolder, 'find'>,
  clusterId: string,
): Promise<number | undefined> {
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made === undefined) return undefined;
    if (made.clusterId === clusterId) return made.revision ?? firstRevision;
  }
}

/** The study with the hardware that one of its clusters was made with; as it stands for a cluster of another one. */
export async function studyOfCluster<S extends Pick<Study, 'job' | 'execution'>>(
  folder: Pick<DocumentFolder, 'find'>,
  study: S,
  clusterId: string,
): Promise<S> {
  const book = await openHardwareBook(folder, study);
  if (!book.isChanged) return study;
  const revision = await revisionOfCluster(folder, clusterId);
  return revision === undefined ? study : onHardware(study, book.ofCluster({ revision }));
}

/** A cluster that was made for a study. */
export interface HeldCluster {
  readonly clusterId: string;
  /** Of the study's files by which it was made. */
  readonly revision: number;
}

/** The newest cluster that was made for the study, where it isn't known to have ended, and nobody asked the platform to end it; undefined where there is none. */
export async function findHeldCluster(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<HeldCluster | undefined> {
  const folder = store.study(studyId);
  let held: HeldCluster | undefined;
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made === undefined) return held;
    const { clusterId, refused, revision = firstRevision } = made;
    if (clusterId === undefined || refused === true) continue;
    const isOver =
      (await folder.has(layout.clusterLife(clusterId))) || (await isAskedToEnd(store, clusterId));
    if (!isOver) held = { clusterId, revision };
  }
}
