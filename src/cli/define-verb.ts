import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** What a file in `commands/` exports as `verb`: adds arguments, options and action to the verb's command. */
export type DefineVerb = (
  command: Command,
  context: CommandContext,
  /** All verbs, for the one that describes them. */
  verbs: readonly VerbEntry[],
) => void;

/** A verb in the table of contents of the command line. */
export interface VerbEntry {
  readonly name: string;
  readonly alias?: string;
  readonly summary: string;
  readonly group: 'Prepare:' | 'Run:' | 'Inspect:' | 'Control:' | 'Keep:' | 'Setup and services:';
  readonly load: () => Promise<{ readonly verb: DefineVerb }>;
}
