/** A cluster of a name that several studies share, whoever it was made for: when its workflow is gone, any of them may take it over. */
import { ApplicationFailure } from '@temporalio/common';
import type {
  ClusterHolder,
  CreateClusterInput,
  FoundCluster,
} from '../../src/run/cluster-contract.ts';
import {
  findMadeCluster,
  isAskedToEnd,
  layout,
  listMadeClusters,
  studyNameOfId,
  unlessDamaged,
} from '../../src/store/index.ts';
import { describeCluster } from '../../src/study/own-cluster.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { madeOf } from './made-of.ts';
import { readCluster } from './read-cluster.ts';

/**
 * The living cluster of that name which was made, of the same, for another study of this platform; with the open studies that may have it.
 * @param lendable true for one that nobody has asked the platform to end
 */
export async function findSharedCluster(
  dependencies: ActivityDependencies,
  { studyId, name, spec }: CreateClusterInput,
  run: ActivityRun,
  lendable: boolean,
): Promise<FoundCluster> {
  const { store, studyCache, platformGuard } = dependencies;
  let wanted = spec;
  for (const clusterId of await listMadeClusters(store)) {
    const made = await findMadeCluster(store, clusterId);
    if (made?.name !== name || made.studyId === studyId) continue;
    if (lendable && (await isAskedToEnd(store, clusterId))) continue;
    wanted ??= describeCluster((await studyCache.get(studyId)).study);
    const isOf = await unlessDamaged(
      async () =>
        (await madeOf(dependencies, made.studyId, clusterId)) ??
        describeCluster((await studyCache.get(made.studyId)).study),
    );
    if (isOf !== wanted) continue;
    if (!(await isHere(platformGuard, made.studyId))) continue;
    const { status, ended } = await readCluster(
      dependencies,
      { studyId: made.studyId, clusterId },
      run,
    );
    // What was never started costs nothing, and is left as it is.
    if (ended || status === 'Not Started') continue;
    return { clusterId, madeFor: made.studyId, holders: await holdersOf(dependencies, name) };
  }
  return {};
}

/**
 * The open studies that want a cluster of that name: each has it, waits for it, or says that it wants none now. One whose records don't tell which
 * cluster it wants is among them as long as its workflow is open: nobody's cluster is ended over a damaged record.
 */
export async function holdersOf(
  { store, studyCache, workflows }: ActivityDependencies,
  name: string,
): Promise<readonly ClusterHolder[]> {
  const holders: ClusterHolder[] = [];
  for (const studyId of await store.listStudies()) {
    const folder = store.study(studyId);
    if (await folder.has(layout.status)) continue;
    const snapshot = await unlessDamaged(() => folder.find(layout.snapshot));
    const studyName = snapshot?.studyName ?? studyNameOfId(studyId);
    if (studyName === undefined) continue;
    const studyWorkflow = studyWorkflowId(studyName);
    const seen = await workflows.look(studyWorkflow);
    if (seen?.isOpen !== true || seen.studyId !== studyId) continue;
    const known = await unlessDamaged(() => studyCache.get(studyId));
    if (known !== undefined) {
      const { cluster } = known.study.execution;
      if (cluster?.kind !== 'own' || cluster.name !== name) continue;
    }
    holders.push({ studyWorkflowId: studyWorkflow, studyId });
  }
  return holders;
}

/** A study of another platform is none of this one's. */
async function isHere(
  guard: ActivityDependencies['platformGuard'],
  studyId: string,
): Promise<boolean> {
  try {
    await guard.check(studyId);
    return true;
  } catch (error) {
    if (error instanceof ApplicationFailure) return false;
    throw error;
  }
}
