/** How a study gets a persistent cluster and gives it back; the cluster's own workflow is its only writer. */
import {
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  startChild,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { clusterWorkflowId } from '../../src/temporal/names.ts';
import { clusterWorkflow } from '../cluster/cluster-workflow.ts';
import { borrowClusterSignal, returnClusterSignal } from '../messages.ts';
import type { StudyContext } from './study-context.ts';

/** Asks once for what the plan wants; the answer comes as `clusterNews`. */
export async function askForCluster(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { plan, cluster, state } = ledger.state;
  const wanted = plan?.cluster;
  if (wanted === undefined || cluster.kind !== 'not-asked' || state !== 'Running') return;
  if (wanted.kind === 'existing') return ledger.clusterAsked(wanted.id);
  ledger.clusterAsked();
  ledger.showActivity(`waiting for cluster ${wanted.name}`);
  await startClusterWorkflow(context, wanted.name);
  await getExternalWorkflowHandle(clusterWorkflowId(wanted.name)).signal(borrowClusterSignal, {
    studyWorkflowId: context.workflowId,
  });
}

/** Gives the cluster back; it ends when nobody holds it. */
export async function returnCluster({ ledger, workflowId }: StudyContext): Promise<void> {
  const { plan, cluster } = ledger.state;
  const held = plan?.cluster;
  if (held?.kind !== 'own' || cluster.kind === 'not-asked') return;
  ledger.clusterReturned();
  try {
    await getExternalWorkflowHandle(clusterWorkflowId(held.name)).signal(returnClusterSignal, {
      studyWorkflowId: workflowId,
    });
  } catch (error) {
    log.info('The cluster had ended already', { error });
  }
}

async function startClusterWorkflow({ input, ledger }: StudyContext, name: string): Promise<void> {
  try {
    await startChild(clusterWorkflow, {
      workflowId: clusterWorkflowId(name),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      args: [{ name, studyId: input.studyId, pace: input.pace }],
      staticSummary: `Persistent cluster ${name}`,
    });
  } catch (error) {
    // Another study made it: they share it.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    ledger.note(`Cluster ${name} is shared with another study`);
  }
}
