import { numbersOf, type StudyColumn } from '../analysis/index.ts';
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

/** For the caption of a fit: which inputs it leaves out, and that its values are over all of theirs together, not at one of them; empty where it has all. */
export function outsideFitWords(
  inputs: readonly StudyColumn[],
  fitted: readonly string[],
  known: readonly { readonly input: string; readonly reason: string }[] = [],
): string {
  const others = inputs
    .map(({ name, values }) => ({ input: name, values }))
    .filter(({ input }) => !fitted.includes(input));
  const told = others.map(({ input, values }) => ({
    input,
    reason:
      known.find((one) => one.input === input)?.reason ??
      (numbersOf(values) === undefined
        ? 'holds texts, and these results need numbers'
        : 'is not in the fit'),
  }));
  const varying = others.filter(({ values }) => new Set<unknown>(values).size > 1);
  const names = varying.map(({ input }) => input);
  return `${leftOutWords(told)}${
    names.length === 0
      ? ''
      : ` The fit is over all values of ${firstOf(names)} together, held at none: at one of them the response may be another.`
  }`;
}
