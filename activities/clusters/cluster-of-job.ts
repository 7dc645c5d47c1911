import { layout, studyOfCluster, type DocumentFolder } from '../../src/store/index.ts';
import { walltimeOf } from '../../src/study/own-cluster.ts';
import type { Study } from '../../src/study/study.ts';

/** A persistent cluster of the platform, as a study uses it. */
export interface UsedCluster {
  readonly clusterId: string;
  /** Absent where it has none, and for one that isn't the study's own. */
  readonly walltimeHours?: number;
}

/** The cluster that a job was sent to; undefined for a job with hardware of its own. */
export async function clusterOfJob(
  folder: DocumentFolder,
  jobNumber: number,
  study: Study,
): Promise<UsedCluster | undefined> {
  const kept = await folder.find(layout.jobCluster(jobNumber));
  if (kept === undefined) return undefined;
  return { ...kept, ...walltimeOf(await studyOfCluster(folder, study, kept.clusterId)) };
}
