import { passOver, whyHeld } from './end-pass.ts';
import { inWindow } from './in-window.ts';
import type { PassContext } from './pass-context.ts';
import { isPast } from './pass-phases.ts';
import { proposeDeletions } from './propose-deletions.ts';

/**
 * Deletes what is proven and past its keep time, one batch after the other, or asks a person first. What isn't allowed or fails is noted: the
 * jobs stay, and come again in a later pass.
 */
export async function deleteProven(context: PassContext): Promise<void> {
  const { ledger, proxies, pass, input } = context;
  const { order, work } = input;
  if (!order.deleteJobs || isPast(ledger, 'deleting') || context.mustContinueAsNew()) return;
  ledger.enter('deleting');
  try {
    const plan = await proxies.transfer.planDeletions(pass);
    if (order.approve && work === 'archive') {
      await proposeDeletions(context, plan);
      // Not again, should the pass continue in a new execution: the answer may have come.
      ledger.enter('closing');
      return;
    }
    await inWindow(context, { last: plan.batches, width: 1 }, (batch) =>
      deleteBatch(context, batch),
    );
  } catch (error) {
    const held = whyHeld(error);
    if (held !== undefined) ledger.note(`Nothing was deleted: ${held}. A later pass looks again.`);
    else ledger.lost('deleted', `Nothing further was deleted: ${passOver(error)}.`);
  }
}

async function deleteBatch({ ledger, proxies, pass }: PassContext, batch: number): Promise<void> {
  try {
    ledger.deleted(await proxies.transfer.deleteJobs({ ...pass, batch }));
  } catch (error) {
    ledger.lost('deleted', `Batch ${batch} of the deletions ended early: ${passOver(error)}.`);
  }
}
