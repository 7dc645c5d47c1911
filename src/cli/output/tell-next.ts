/** Tells the next commands where the result goes to a pipe or a log, which shows none by itself. On stderr, so that stdout stays the result. */
import { printableLine } from '../printable.ts';
import type { Output } from './output.ts';

/** One line; nothing at a terminal, where they stand below the result, or for JSON. */
export function tellNext(
  output: Pick<Output, 'terminal' | 'json' | 'note'>,
  commands: readonly string[],
): void {
  if (output.terminal || output.json || commands.length === 0) return;
  output.note(printableLine(`Next: ${commands.join('  |  ')}`));
}
