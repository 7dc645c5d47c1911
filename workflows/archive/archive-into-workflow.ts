/**
 * The one writer of a destination, for one pass: select, archive and prove in batches, crates of studies, deletions, report.
 *
 * Waits for its batches, a few at a time. Message: `archiveProgress`. Continues as new between batches when Temporal suggests it, with its
 * progress. What fails is noted and counted, and never ends the pass, but for what all of it needs: the choice of jobs, the report.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type { ArchiveIntoInput, PassResult } from '../../src/run/archive-contract.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import { archiveProgressQuery } from '../archive-messages.ts';
import { archiveBatches } from './archive-batches.ts';
import { archiveStudies } from './archive-studies.ts';
import { deleteProven } from './delete-proven.ts';
import { endPass, skippedPass, whyHeld } from './end-pass.ts';
import { createPassContext, type PassContext } from './pass-context.ts';
import { PassLedger } from './pass-ledger.ts';

export async function archiveIntoWorkflow(input: ArchiveIntoInput): Promise<PassResult> {
  const ledger = new PassLedger(input);
  const context = createPassContext(input, ledger, createActivityProxies(input.pace));
  setHandler(archiveProgressQuery, () => ledger.view);
  try {
    if (input.work === 'archive') {
      await archiveBatches(context);
      await archiveStudies(context);
    }
    await deleteProven(context);
    if (!context.mustContinueAsNew()) return await close(context);
  } catch (error) {
    const held = whyHeld(error);
    if (held !== undefined) return skippedPass(input, held);
    if (!isCancellation(error)) throw endPass(input, error);
    ledger.lost(
      ledger.progress.phase === 'deleting' ? 'deleted' : 'archived',
      `The pass was cancelled while ${ledger.progress.phase}; a later pass continues.`,
    );
    await CancellationScope.nonCancellable(() => closeUnlessHeld(context));
    throw error;
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof archiveIntoWorkflow>({ ...input, carried: ledger.progress });
}

async function close({ ledger, proxies, pass }: PassContext): Promise<PassResult> {
  ledger.enter('closing');
  const result = await proxies.step.closePass({ ...pass, progress: ledger.progress });
  ledger.enter('done');
  return result;
}

/** A pass that was cancelled as its archive was deleted has no report. */
async function closeUnlessHeld(context: PassContext): Promise<void> {
  try {
    await close(context);
  } catch (error) {
    if (whyHeld(error) === undefined) throw error;
  }
}
