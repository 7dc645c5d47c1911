import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  CancellationScope,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  startChild,
} from '@temporalio/workflow';
import type {
  ApprovalInput,
  ApprovalResult,
  DeletionPlan,
} from '../../src/run/archive-contract.ts';
import { archiveApprovalWorkflowId } from '../../src/temporal/names.ts';
import { newProposalSignal } from '../archive-messages.ts';
import { flowAttributes } from './flow-attributes.ts';
import type { PassContext } from './pass-context.ts';

/** By its name: that workflow does its deletions through the one writer, which proposes them. */
type ApprovalWorkflow = (input: ApprovalInput) => Promise<ApprovalResult>;

/** The question may end between a look and the next; more often than this it can't. */
const mostTries = 5;

/** Asks a person about these deletions: a new question, or one that takes the place of what waits. A plan without jobs takes back what waits. */
export async function proposeDeletions(
  { input, pass, ledger }: PassContext,
  plan: DeletionPlan,
): Promise<void> {
  const { archive, passTime } = pass;
  const proposal: ApprovalInput = { ...pass, pace: input.pace, order: input.order, plan };
  const workflowId = archiveApprovalWorkflowId(archive);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (await replaceOpen(workflowId, proposal)) return;
    if (plan.jobs === 0) return;
    try {
      await startChild<ApprovalWorkflow>('archiveApprovalWorkflow', {
        workflowId,
        args: [proposal],
        // It waits for a person long after this pass.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        ...flowAttributes(archive),
        staticSummary: `${archive}: deletions of ${passTime} wait for a person`,
      });
      return;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
  ledger.note('The deletions could not be proposed; the next pass proposes them.');
}

/** False when no question is open. */
async function replaceOpen(workflowId: string, proposal: ApprovalInput): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(newProposalSignal, proposal);
    return true;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error;
    return false;
  }
}
