import { firstOf } from './figure-block.ts';

/** A sentence for a caption: which inputs a result leaves out, and why, with a blank before it; empty where it leaves none out. */
export function leftOutWords(
  inputs: readonly { readonly input: string; readonly reason: string }[] = [],
): string {
  if (inputs.length === 0) return '';
  const words = [...new Set(inputs.map(({ reason }) => reason))].map((reason) => {
    const own = inputs.filter((one) => one.reason === reason).map(({ input }) => input);
    return `${firstOf(own)} (${reason})`;
  });
  return ` Left out: ${firstOf(words, '; ')}.`;
}
