import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** What a file in `commands/` exports as `verb`: adds arguments, options and action to the verb's command. */
export type DefineVerb = (command: Command, context: CommandContext) => void;
