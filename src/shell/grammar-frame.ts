/** What is open while a shell's commands are read. */
import type { CommandLists } from './command-lists.ts';
import type { ShellWord } from './names-set-by-command.ts';
import { ShellScope, type ShellPlace } from './shell-scope.ts';

/** A compound command that is open, or the text itself. */
export interface Frame {
  /** The word or operator that ends it. */
  readonly closing: '' | ')' | '}' | 'fi' | 'done' | 'esac';
  readonly scope: ShellScope;
  /** Commands joined by `&&` and `||`, up to `;`, `&` or the end of the line. */
  list: ShellScope;
  /** One command between two `|`. */
  command: ShellScope;
  /** Between `in` or `;;` of a `case` and the `)` behind its pattern. */
  isPattern: boolean;
}

/** Opens a compound command, or the text itself. */
export function newFrame(closing: Frame['closing'], scope: ShellScope): Frame {
  const list = new ShellScope('plain', scope);
  return { closing, scope, list, command: new ShellScope('plain', list), isPattern: false };
}

/** Who wants to know of the commands. */
export interface GrammarListener {
  /** What a text of the study's value of a name looks like, alone in an assignment. */
  isStudyValue(raw: string, name: string): boolean;
  /** Is told each command, whole. @param assigned assignments before it */
  onCommand(words: readonly ShellWord[], assigned: readonly ShellWord[], place: ShellPlace): void;
  /** Is told how commands follow each other. */
  readonly lists?: CommandLists;
}
