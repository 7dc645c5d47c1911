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
  /** The texts are shown to people, who may get their digits grouped: `1,250`. Otherwise they are what the run itself got. */
  readonly isDisplay: boolean;
}

/**
 * The first input that isn't what the row says, as a sentence; undefined when all agree. A number agrees when it reads back as the same
 * double.
 */
export function differingInput(
  { names, values }: RunRow,
  { values: told, source, isComplete, isDisplay }: ToldInputs,
): string | undefined {
  for (const [index, name] of names.entries()) {
    const expected = values[index] ?? '';
    const wanted = typeof expected === 'number' ? printNumber(expected) : expected;
    const text = Object.hasOwn(told, name) ? told[name] : undefined;
    if (text === undefined) {
      if (!isComplete) continue;
      return `${source} has no input ${name}, so nothing proves that it was ${wanted}`;
    }
    if (isSame(expected, text)) continue;
    const isGrouped = isSame(expected, withoutGroups(text));
    if (isGrouped && isDisplay) continue;
    const advice = isGrouped ? `, and its commands got the comma too: use \${${name}?c}` : '';
    return `${source} says ${name} = ${text}, but its row ${wanted}${advice}`;
  }
  return undefined;
}

function isSame(expected: Cell, text: string): boolean {
  return typeof expected === 'number' ? parseNumber(text) === expected : text === expected;
}

/** A number without the commas between its groups of three digits; any other text as it is. */
function withoutGroups(text: string): string {
  return /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(text) ? text.replaceAll(',', '') : text;
}
