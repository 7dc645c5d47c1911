/** The start of a cluster's workflow. */
import { ParentClosePolicy, startChild, type ChildWorkflowHandle } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { clusterWorkflowId } from '../../src/temporal/names.ts';
import { clusterWorkflow, type ClusterInput } from '../cluster/cluster-workflow.ts';
import { startApart } from './start-apart.ts';
import type { StudyContext } from './study-context.ts';

export type OwnCluster = Extract<PlanSummary['cluster'], { readonly kind: 'own' }>;

/** Starts the workflow of the study's own cluster, which outlives the study; undefined where one of that name is open. */
export async function startCluster(
  { input: { studyId, pace } }: StudyContext,
  { name, spec }: OwnCluster,
  begun: Pick<ClusterInput, 'takesOver' | 'carried'>,
): Promise<ChildWorkflowHandle<typeof clusterWorkflow> | undefined> {
  try {
    return await startApart(() =>
      startChild(clusterWorkflow, {
        workflowId: clusterWorkflowId(name),
        parentClosePolicy: ParentClosePolicy.ABANDON,
        args: [{ name, studyId, pace, ...(spec === undefined ? {} : { spec }), ...begun }],
        staticSummary: `Persistent cluster ${name}`,
      }),
    );
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw error;
  }
}
