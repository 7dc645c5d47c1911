import type { ClusterTarget } from '../../src/run/activity-contract.ts';
import { walltimeOf } from '../../src/study/own-cluster.ts';
import { clusterName, keepMadeCluster } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Saves a cluster with the study's hardware and software; it isn't started. One POST, never repeated here. */
export async function createCluster(
  { platform, studyCache, store }: ActivityDependencies,
  input: ClusterTarget,
  { signal }: ActivityRun,
): Promise<{ clusterId: string }> {
  const { study } = await studyCache.get(input.studyId);
  const { hardware, analyses } = study.job;
  const wanted = study.execution.cluster;
  const own = wanted?.kind === 'own' ? wanted : undefined;
  const { walltimeHours: walltime } = walltimeOf(study);
  const cluster = await platform.clusters.create(
    {
      name: clusterName(input.studyId, input.name),
      hardware: {
        coreType: { code: hardware.coreType ?? '' },
        coresPerSlot: hardware.coresPerSlot,
        slots: own?.slots ?? hardware.slots,
        ...(walltime === undefined ? {} : { walltime }),
      },
      installedAnalyses: analyses.map(({ analysis }) => ({ analysis })),
      runLowPriority: study.job.fields['isLowPriority'] === true,
    },
    { signal },
  );
  const { studyId, name } = input;
  await keepMadeCluster(store, cluster.id, { studyId, name });
  return { clusterId: cluster.id };
}
