import { isNotServed } from '../../src/platform-api/index.ts';
import type {
  ClusterTarget,
  FindClusterInput,
  FoundCluster,
} from '../../src/run/cluster-contract.ts';
import { clusterName, keepMadeCluster } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import { findSharedCluster, holdersOf } from './find-shared-cluster.ts';
import { madeOf } from './made-of.ts';
import { readCluster } from './read-cluster.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * The living cluster of that name, where clusters are listed, kept as one that was made here; a saved one that can't be found costs nothing.
 * With `shared`, also one that was made for another study, and the open studies that may have it.
 */
export async function findCluster(
  dependencies: ActivityDependencies,
  input: FindClusterInput,
  run: ActivityRun,
): Promise<FoundCluster> {
  const { studyId, spec } = input;
  const own = await findOwnCluster(dependencies, input, run, async (clusterId) => {
    const known = spec && (await madeOf(dependencies, studyId, clusterId));
    return known === undefined || known === spec;
  });
  if (input.shared !== true) return own;
  if (own.clusterId === undefined) return findSharedCluster(dependencies, input, run, false);
  return { ...own, holders: await holdersOf(dependencies, input.name) };
}

/** The living cluster that carries this study's mark and the name. @param isMeant asked of each of these, by its id */
export async function findOwnCluster(
  dependencies: ActivityDependencies,
  input: ClusterTarget,
  run: ActivityRun,
  isMeant: (clusterId: string) => Promise<boolean>,
): Promise<{ clusterId?: string }> {
  const { platform, store } = dependencies;
  const { studyId } = input;
  const clusters = await platform.clusters.list({ signal: run.signal });
  if (isNotServed(clusters)) return {};
  const name = clusterName(input.studyId, input.name);
  for await (const cluster of clusters) {
    if (cluster.name !== name) continue;
    // The ones that the study had before it have the same name.
    if ((await readCluster(dependencies, { studyId, clusterId: cluster.id }, run)).ended) continue;
    if (!(await isMeant(cluster.id))) continue;
    await keepMadeCluster(store, cluster.id, { studyId, name: input.name });
    return { clusterId: cluster.id };
  }
  return {};
}
