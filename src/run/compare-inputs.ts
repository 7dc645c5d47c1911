import { parseNumber, printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';

/** A run's row: the names of its inputs and their values, in the same order. */
export interface RunRow {
  readonly names: readonly string[];
  readonly values: readonly Cell[];
}

/** Where a run's inputs were told. */
export interface ToldInputs {
  readonly values: Readonly<Record<string, string>>;
  /** For a message, such as `the run's marker`. */
  readonly source: string;
  /** All inputs must be there; otherwise only those that are there are compared. */
  readonly isComplete: boolean;
}

/**
 * The first input that isn't what the row says, as a sentence; undefined when all agree. A number agrees when it reads back as the same
 * double, with or without the grouping commas that a template engine puts in.
 */
export function differingInput(
  { names, values }: RunRow,
  { values: told, source, isComplete }: ToldInputs,
): string | undefined {
  for (const [index, name] of names.entries()) {
    const expected = values[index] ?? '';
    const wanted = typeof expected === 'number' ? printNumber(expected) : expected;
    const text = Object.hasOwn(told, name) ? told[name] : undefined;
    if (text === undefined) {
      if (!isComplete) continue;
      return `${source} has no input ${name}, so nothing proves that it was ${wanted}`;
    }
    if (!isSame(expected, text)) return `${source} says ${name} = ${text}, but its row ${wanted}`;
  }
  return undefined;
}

function isSame(expected: Cell, text: string): boolean {
  if (typeof expected !== 'number') return text === expected;
  return parseNumber(text) === expected || parseNumber(text.replaceAll(',', '')) === expected;
}
