import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { executeChild, sleep } from '@temporalio/workflow';
import type { BatchCounts } from '../../src/run/archive-contract.ts';
import { archiveBatchWorkflowId } from '../../src/temporal/names.ts';
import { archiveBatchWorkflow } from './archive-batch-workflow.ts';
import { passOver } from './end-pass.ts';
import { flowAttributes } from './flow-attributes.ts';
import { inWindow } from './in-window.ts';
import type { PassContext } from './pass-context.ts';
import { isPast } from './pass-phases.ts';

/** Batches that are copied side by side. */
const width = 4;

/** Looks for the end of a batch's workflow that a pass which was terminated left; it ends with its parent, a moment later. */
const mostLooks = 10;

/** Chooses the pass's jobs, then archives and proves them, batch by batch. A batch that is lost is noted; the others go on. */
export async function archiveBatches(context: PassContext): Promise<void> {
  const { ledger, proxies, pass } = context;
  if (isPast(ledger, 'archiving')) return;
  if (ledger.progress.selection === undefined) {
    ledger.enter('selecting');
    ledger.select(await proxies.transfer.selectJobs(pass));
  }
  ledger.enter('archiving');
  const last = ledger.progress.selection?.batches ?? 0;
  await inWindow(context, { last, width }, async (batch) => {
    try {
      ledger.batchEnded(await archiveBatch(context, batch));
    } catch (error) {
      ledger.lost(
        'archived',
        `Batch ${batch} of ${last} was lost: ${passOver(error)}. Its jobs come again in the next pass.`,
      );
    }
  });
}

async function archiveBatch({ input, pass }: PassContext, batch: number): Promise<BatchCounts> {
  const { archive, passTime } = pass;
  for (let look = 1; ; look += 1) {
    try {
      return await executeChild(archiveBatchWorkflow, {
        workflowId: archiveBatchWorkflowId(archive, passTime, batch),
        args: [{ ...pass, batch, pace: input.pace }],
        ...flowAttributes(archive),
        staticSummary: `${archive}: batch ${batch}, pass ${passTime}`,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError) || look >= mostLooks)
        throw error;
    }
    await sleep(input.pace.retryMs * 2 * look, {
      summary: `until batch ${batch} can be started, as an earlier one of its name is open`,
    });
  }
}
