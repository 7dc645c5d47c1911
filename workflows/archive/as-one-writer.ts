import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { CancellationScope, executeChild, sleep, workflowInfo } from '@temporalio/workflow';
import type { ArchiveIntoInput, PassResult } from '../../src/run/archive-contract.ts';
import { archiveIntoWorkflowId } from '../../src/temporal/names.ts';
import { archiveIntoWorkflow } from './archive-into-workflow.ts';
import { endPass } from './end-pass.ts';
import { flowAttributes } from './flow-attributes.ts';

/**
 * Does `input`'s work as the one writer of its destination, which Temporal grants: one open workflow of an id. While another pass has it,
 * waits and asks again. Gives back undefined when the history has grown enough that the caller should continue in a new execution.
 * @throws ApplicationFailure ARCHIVE_PASS_ENDED when the work ended before its time, and the caller's own cancellation
 */
export async function asOneWriter(
  input: ArchiveIntoInput,
  onWait: (tries: number) => void,
): Promise<PassResult | undefined> {
  for (let tries = 1; !workflowInfo().continueAsNewSuggested; tries += 1) {
    try {
      return await executeChild(archiveIntoWorkflow, {
        workflowId: archiveIntoWorkflowId(input.order.destinationKey),
        args: [input],
        ...flowAttributes(input.archive),
        staticSummary: `${input.work} for ${input.archive}, pass ${input.passTime}`,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) {
        if (CancellationScope.current().consideredCancelled) throw error;
        throw endPass(input, error);
      }
    }
    onWait(tries);
    await sleep(Math.min(input.pace.retryMs * 4 * tries, 60_000), {
      summary: 'until the other writer of this destination may be done',
    });
  }
  return undefined;
}
