/**
 * One persistent cluster on the platform, with this workflow as its only writer: create, start, lend, end.
 *
 * Input: the study whose settings make it. Waits for borrowers (signals) and for the platform's status of the cluster (one waiting activity, which
 * also notices borrowers that are gone). Messages: `borrowCluster`, `returnCluster`; answers with `clusterNews`. Ends with its last borrower, or
 * when it is cancelled; a platform that can't end clusters ends it by walltime. Continues as new when Temporal suggests it, with state and borrowers. Survives any crash: create and start are looked
 * up before they are repeated.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { createActivityProxies } from '../activity-proxies.ts';
import { messageGuards } from '../guards/message-guards.ts';
import { onSignal } from '../guards/on-message.ts';
import { borrowClusterSignal, heldClusterQuery, returnClusterSignal } from '../messages.ts';
import { Cluster, type CarriedCluster } from './cluster.ts';
import type { ClusterOrder } from './cluster-order.ts';

/** Input of {@link clusterWorkflow}. */
export interface ClusterInput extends ClusterOrder {
  readonly carried?: CarriedCluster;
}

/** Makes, lends and ends one cluster; returns when it is over for everyone. */
export async function clusterWorkflow(input: ClusterInput): Promise<void> {
  const cluster = new Cluster(input, createActivityProxies(input.pace), input.carried);
  // Also who asks while a cancelled one ends is answered.
  onSignal(borrowClusterSignal, messageGuards.borrowClusterSignal, (study) =>
    CancellationScope.nonCancellable(() => cluster.lend(study)),
  );
  onSignal(returnClusterSignal, messageGuards.returnClusterSignal, (study) =>
    cluster.takeBack(study),
  );

  setHandler(heldClusterQuery, () => cluster.held ?? null);

  try {
    while (!cluster.isOver && !workflowInfo().continueAsNewSuggested) await cluster.step();
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(async () => {
      await cluster.endCancelled();
      await condition(allHandlersFinished);
    });
    throw error;
  }
  await condition(allHandlersFinished);
  if (!cluster.isOver)
    await continueAsNew<typeof clusterWorkflow>({ ...input, carried: cluster.carried });
}
