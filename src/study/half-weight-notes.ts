import { designMethods } from '../design/index.ts';
import type { InputVariable, Study } from './study.ts';

/** Whether rows of such a structure draw from the distributions. */
const drawn: ReadonlySet<string> = new Set(['independent', 'even', 'pick-freeze']);

/**
 * A sentence for each Uniform that is rounded to whole numbers and ends at whole numbers: half as much of it rounds to an end as to a number
 * between.
 */
export function halfWeightNotes(
  { method }: Study['design'],
  inputs: readonly InputVariable[],
): readonly string[] {
  if (!drawn.has(designMethods[method].structure)) return [];
  return inputs.flatMap(({ name, source, integer }) => {
    if (integer !== true || source.kind !== 'generator' || source.generator !== 'Uniform')
      return [];
    const [low, high] = [Number(source.settings['minvalue']), Number(source.settings['maxvalue'])];
    if (!Number.isInteger(low) || !Number.isInteger(high)) return [];
    return [
      `${name} is rounded to whole numbers, so its ends ${low} and ${high} come half as often as the others; for equal shares write \`generator: FixedRange\` with \`increment: 1\` instead of Uniform and \`integer\`.`,
    ];
  });
}
