import type { CreateClusterInput, FoundCluster } from '../../src/run/cluster-contract.ts';
import { walltimeOf } from '../../src/study/own-cluster.ts';
import { appendToLedger, clusterName, keepMadeCluster } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isTurnedDown, keepCluster, keepRefusal, wantCluster } from './clusters-made.ts';

/**
 * Saves a cluster with the hardware and software that is asked for; it isn't started. One POST, never repeated here, and none where a cluster of the
 * study lives, or one of another study that shares it and whose workflow is gone: that one is given back.
 */
export async function createCluster(
  dependencies: ActivityDependencies,
  input: CreateClusterInput,
  run: ActivityRun,
): Promise<FoundCluster & { clusterId: string }> {
  const wanted = await wantCluster(dependencies, input, run);
  if ('clusterId' in wanted) return wanted;
  const { platform, studyCache, store } = dependencies;
  const { study } = await studyCache.get(input.studyId, wanted.revision);
  const { hardware, analyses } = study.job;
  const settings = study.execution.cluster;
  const own = settings?.kind === 'own' ? settings : undefined;
  const { walltimeHours: walltime } = walltimeOf(study);
  const { studyId, name } = input;
  const folder = store.study(studyId);
  const effect = {
    kind: 'effect',
    what: 'create-cluster',
    key: `${name} ${wanted.number}`,
  } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  const body = {
    name: clusterName(input.studyId, input.name),
    hardware: {
      coreType: { code: hardware.coreType ?? '' },
      coresPerSlot: hardware.coresPerSlot,
      slots: own?.slots ?? hardware.slots,
      ...(walltime === undefined ? {} : { walltime }),
    },
    installedAnalyses: analyses.map(({ analysis }) => ({ analysis })),
    runLowPriority: study.job.fields['isLowPriority'] === true,
  };
  const { signal } = run;
  const cluster = await platform.clusters.create(body, { signal }).catch(async (error: unknown) => {
    // Where it was made all the same, it costs nothing before it is started.
    if (isTurnedDown(error)) await keepRefusal(dependencies, studyId, wanted);
    throw error;
  });
  const at = new Date().toISOString();
  await appendToLedger(folder, [{ ...effect, at, effect: 'sent', platformId: cluster.id }]);
  await keepMadeCluster(store, cluster.id, { studyId, name });
  await keepCluster(dependencies, input, { ...wanted, clusterId: cluster.id });
  return { clusterId: cluster.id };
}
