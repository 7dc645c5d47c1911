import type { PassContext } from './pass-context.ts';

/**
 * Does the work of numbers `batchesDone + 1` to `last`, `width` at a time, and books how far it came. Begins none once the pass must continue
 * in a new execution; all that began have ended when it returns, so "all up to this number" holds.
 */
export async function inWindow(
  context: PassContext,
  window: { readonly last: number; readonly width: number },
  work: (number: number) => Promise<void>,
): Promise<void> {
  const { ledger } = context;
  let next = ledger.progress.batchesDone + 1;
  const lane = async (): Promise<void> => {
    while (next <= window.last && !context.mustContinueAsNew()) {
      context.begins();
      const number = next;
      next += 1;
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: window.width }, lane));
  ledger.reached(next - 1);
}
