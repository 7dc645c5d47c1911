import { parseNumber, printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';

/**
 * The first input that isn't what the row says, as a sentence; undefined when all agree. A number agrees when it reads back as the same
 * double, with or without the grouping commas that a template engine puts in.
 */
export function differingInput(
  columns: readonly string[],
  row: readonly Cell[],
  seen: (name: string) => string | undefined,
): string | undefined {
  for (const [index, name] of columns.entries()) {
    const expected = row[index];
    const text = seen(name);
    if (expected === undefined || text === undefined) continue;
    const same =
      typeof expected === 'number'
        ? parseNumber(text) === expected || parseNumber(text.replaceAll(',', '')) === expected
        : text === expected;
    if (same) continue;
    const wanted = typeof expected === 'number' ? printNumber(expected) : expected;
    return `Expected ${name} = ${wanted}, but the run had ${text}`;
  }
  return undefined;
}
