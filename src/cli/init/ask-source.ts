/** What a person at the terminal is asked before a study is written. */
import { askLine } from '../ask.ts';
import type { CommandContext } from '../context.ts';

/** What the study is made of; undefined for the example. */
export async function askSource(context: CommandContext): Promise<string | undefined> {
  context.output.note('What is the study made of?');
  context.output.note('  a command with the variables in braces, such as  sh solve.sh {x} {y}');
  context.output.note('  a file: a CSV of points, a template of an input file, a Dakota input');
  const answer = await askLine(context, 'Command or file (Enter: an example that runs):');
  return answer.trim() === '' ? undefined : answer.trim();
}

/** The range of a variable, such as `1 4`; undefined where the person doesn't say. */
export async function askRange(
  context: CommandContext,
  name: string,
): Promise<readonly [number, number] | undefined> {
  for (;;) {
    const answer = await askLine(context, `Range of ${name}, such as 1 4 (Enter: later):`);
    if (answer.trim() === '') return undefined;
    const range = rangeOf(answer);
    if (range !== undefined) return range;
    context.output.note('Write two numbers, the smaller one first.');
  }
}

/** Two numbers in ascending order, with a blank, a colon or two dots between them; undefined for anything else. */
export function rangeOf(text: string): readonly [number, number] | undefined {
  const parts = text
    .trim()
    .split(/\s*(?:\.\.|:|,|\s)\s*/u)
    .map((part) => (part === '' ? NaN : Number(part)));
  const [low = NaN, high = NaN] = parts;
  return parts.length === 2 && Number.isFinite(low) && Number.isFinite(high) && low < high
    ? [low, high]
    : undefined;
}
