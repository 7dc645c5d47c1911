/**
 * One persistent cluster on the platform, with this workflow as its only writer: create, start, lend, end.
 *
 * Input: the study whose settings make it. Waits for borrowers (signals) and for the platform's status of the cluster (one waiting activity, which
 * also notices borrowers that are gone). Messages: `borrowCluster`, `returnCluster`; answers with `clusterNews`. Ends with its last borrower, or
 * when it is cancelled; a platform that can't end clusters ends it by walltime. Continues as new when Temporal suggests it, with state and
 * borrowers, and for the studies that asked while it ended: they get a fresh one, never one that is on its way down. Survives any crash: create and start are looked
 * up before they are repeated.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { createActivityProxies } from '../activity-proxies.ts';
import { messageGuards } from '../guards/message-guards.ts';
import { onSignal } from '../guards/on-message.ts';
import type { ClusterBorrower } from '../../src/run/messages.ts';
import { borrowClusterSignal, heldClusterQuery, returnClusterSignal } from '../messages.ts';
import { WaitingList } from './waiting-list.ts';
import type { CarriedCluster } from './carried-cluster.ts';
import { Cluster } from './cluster.ts';
import type { ClusterOrder } from './cluster-order.ts';
import { endLeftOfName } from './end-left-of-name.ts';

/** Input of {@link clusterWorkflow}. */
export interface ClusterInput extends ClusterOrder {
  readonly carried?: CarriedCluster;
  /** Studies that wait for the next one of the name. */
  readonly waiting?: readonly ClusterBorrower[];
}

/** Makes, lends and ends one cluster; returns when it is over for everyone, and nobody waits for another one. */
export async function clusterWorkflow(input: ClusterInput): Promise<void> {
  const activities = createActivityProxies(input.pace);
  const cluster = new Cluster(input, activities, input.carried);
  const waiting = new WaitingList(input, input.waiting);
  const lend = async (study: ClusterBorrower): Promise<void> => {
    // Who has it hears that it ends, and asks for the next one itself, if it may still pay for one.
    const wantsNews = study.again === true && cluster.isLentTo(study);
    // Its only study was amended: the next one is made as it is wanted now.
    const isAmended = waiting.wantsOther(study) && cluster.isLeftBy(study);
    if (isAmended && patched('amended-cluster')) {
      waiting.wait(study);
      cluster.takeBack(study);
    } else if (!wantsNews && waiting.add(study, cluster.carried.state)) cluster.takeBack(study);
    else if (!(await waiting.turnDown(study))) await cluster.lend(study);
  };
  // Also who asks while a cancelled one ends is answered.
  onSignal(borrowClusterSignal, messageGuards.borrowClusterSignal, (study) =>
    CancellationScope.nonCancellable(() => lend(study)),
  );
  onSignal(returnClusterSignal, messageGuards.returnClusterSignal, async (study) => {
    const isLent = cluster.isLentTo(study);
    waiting.remove(study);
    cluster.takeBack(study);
    // Studies of before left it to the reaper.
    if (isLent || !patched('left-of-name-ends')) return;
    await CancellationScope.nonCancellable(() =>
      endLeftOfName(input.name, cluster, study, activities),
    );
  });

  setHandler(heldClusterQuery, () => cluster.held ?? null);

  try {
    while (!cluster.isOver && !workflowInfo().continueAsNewSuggested) await cluster.step();
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(async () => {
      await cluster.endCancelled();
      await condition(allHandlersFinished);
      // Those who waited for the next one get it.
      const next = await waiting.next();
      if (next !== undefined) await continueAsNew<typeof clusterWorkflow>(next);
    });
    throw error;
  }
  await condition(allHandlersFinished);
  const next = cluster.isOver
    ? await waiting.next()
    : { ...input, carried: cluster.carried, waiting: waiting.studies };
  if (next !== undefined) await continueAsNew<typeof clusterWorkflow>(next);
}
