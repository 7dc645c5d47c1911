import type { AnalysedStudy } from '../analysis/index.ts';
import { designMethods } from '../design/index.ts';

/** Says that a table has not as many runs as the study file's sample, as where its end was cut off; undefined where it has, or the design tells no number. */
export function otherLength(
  { design: { method, runs, replicates, extend } }: AnalysedStudy,
  { total, cases }: { readonly total: number; readonly cases: number },
): string | undefined {
  // A study file for analysis alone may leave `runs` out; 1 stands for that.
  if (designMethods[method].kind !== 'sampled' || runs === undefined || runs === 1) return;
  const planned = runs * replicates * cases;
  if (extend !== undefined || total === planned) return;
  const told = `The table has runs up to number ${total}, and the design of the study file has ${planned}`;
  return total < planned
    ? `${told}: those from ${total + 1} on are not counted as missing. If they failed or were cut off, give them rows (or a column \`run\` and a last row of number ${planned}), as what is left may not stand for the distributions of the inputs`
    : `${told}: see whether they belong together`;
}
