/** Commands whose failure nobody sees, as the shell goes on and ends with the exit code of its last command. */
import type { CommandBlock, CommandList, ListedCommand } from './command-lists.ts';
import { ShellText } from './shell-text.ts';

/** A command that may fail unseen. */
export interface UnseenFailure {
  /** Where it begins, in characters of the text. */
  readonly offset: number;
  /** Where it ends. */
  readonly end: number;
  /**
   * `on`: the shell goes on with the next; `and`: it stands left of `&&`, where `set -e` doesn't count; `wait`: a `wait` without a process id;
   * `within`: a program in `$(…)` among the words of another, whose exit code alone counts.
   */
  readonly way: 'on' | 'and' | 'wait' | 'within';
}

/** What a command looks at by itself, so that its author has thought of failures. */
const looksAtCodes = /\$\?|\$\{\?\}|\bPIPESTATUS\b/u;
/** A trap that ends the shell, as far as its text can tell; one that only says something lets it go on. */
const endsByTrap = (text: string): boolean =>
  /\btrap\b[^\n]*\bERR\b/u.test(text) && /\b(?:exit|kill)\b/u.test(text);
/** What only prepares, says something, or whose failure what follows can't survive. */
const preparing = new Set(
  `: . [ [[ alias cat cd chmod date declare echo env export false hash hostname kill let local ls mkdir ml module popd printenv printf pushd pwd
   read readonly rm rmdir set shift shopt sleep source sync test touch trap true type typeset ulimit umask unset wait which`.split(
    /\s+/u,
  ),
);
/** What says no by its exit code. */
const asking = new Set('(( cmp diff egrep expr fgrep grep pgrep'.split(' '));
/** What people ask in `$(…)` for a word, and what hardly fails there. */
const wordy = new Set(
  'awk basename bc cut dirname head id mktemp nproc paste python realpath readlink sed seq sort tail tr uname uniq wc whoami'.split(
    ' ',
  ),
);
const leading = new Set('builtin command exec nohup time env'.split(' '));
const leaving = new Set('break continue exit return'.split(' '));

/** @returns the commands whose failure is seen by nobody, in the order of the text */
export function unseenFailures(text: string): readonly UnseenFailure[] {
  if (looksAtCodes.test(text) || endsByTrap(text)) return [];
  const { lists } = new ShellText(text, () => false);
  return new UnseenSearch(text).search(lists.block);
}

/** Goes through a text in its order. */
class UnseenSearch {
  readonly #takesProcesses: boolean;
  readonly #found: UnseenFailure[] = [];
  /** Whether the shell ends at a failure from here on; undefined before `set -e` or `set +e`. */
  #endsAtFailure: boolean | undefined;
  #hasBackground = false;

  constructor(text: string) {
    this.#takesProcesses = /\$!|\$\{!\}|\bwait\s+-\w*[np]/u.test(text);
  }

  search(block: CommandBlock): readonly UnseenFailure[] {
    this.#block(block, true);
    return this.#found;
  }

  /** @param isSeen whether the exit code of its last list is somebody's */
  #block({ kind, sections }: CommandBlock, isSeen: boolean): void {
    for (const { isCondition, lists } of sections) {
      const isLastSeen = isCondition || kind === 'function' || (isSeen && kind !== 'loop');
      for (const [index, list] of lists.entries()) {
        const next = lists[index + 1];
        this.#list(list, next === undefined ? isLastSeen : isLastSeen && isBareExit(next));
      }
    }
  }

  #list(list: CommandList, isSeen: boolean): void {
    const isHandled = list.hasOr || list.parts.some((part) => 'words' in part && leaves(part));
    if (list.isBackground) this.#hasBackground ||= list.parts.some(mayFail);
    for (const [index, part] of list.parts.entries()) {
      const isLast = index === list.parts.length - 1;
      if (!('words' in part)) {
        this.#block(part, isHandled || list.isBackground || isSeen);
        continue;
      }
      this.#setting(part);
      if (!isHandled) this.#within(part);
      if (this.#hasBackground && !this.#takesProcesses && isBareWait(part)) this.#add(part, 'wait');
      if (isSeen || isHandled || list.isBackground || !mayFail(part)) continue;
      if (this.#endsAtFailure === undefined) this.#add(part, 'on');
      else if (this.#endsAtFailure && !isLast) this.#add(part, 'and');
    }
  }

  /** Programs whose exit code the program around them hides, whatever the shell is told. */
  #within({ words }: ListedCommand): void {
    for (const { raw, start } of words) {
      if (raw.startsWith("'")) continue;
      for (const { 0: whole, 1: inner = '', index } of raw.matchAll(/\$\((?!\()([^()`]+)\)/gu)) {
        const [first] = new ShellText(inner, () => false).lists.block.sections[0]?.lists ?? [];
        if (first === undefined || first.hasOr || !first.parts.some(mayFailWithin)) continue;
        this.#found.push({
          offset: start + index,
          end: start + index + whole.length,
          way: 'within',
        });
      }
    }
  }

  #setting({ words }: ListedCommand): void {
    if (words[0]?.literal !== 'set') return;
    const option = words.find(({ raw }, index) =>
      raw === 'errexit' ? /^[-+]\w*o$/u.test(words[index - 1]?.raw ?? '') : /^[-+]\w*e/u.test(raw),
    );
    if (option === undefined) return;
    const sign = option.raw === 'errexit' ? words[words.indexOf(option) - 1] : option;
    this.#endsAtFailure = sign?.raw.startsWith('-') === true;
  }

  #add({ words }: ListedCommand, way: UnseenFailure['way']): void {
    const [first, last] = [words[0], words.at(-1)];
    if (first && last) this.#found.push({ offset: first.start, end: last.end, way });
  }
}

function programOf({ words }: ListedCommand): string | undefined {
  const [first, second] = words;
  if (first?.raw.startsWith('((') === true) return '((';
  if (first?.literal === 'command' && /^-[vV]/u.test(second?.raw ?? '')) return 'which';
  // It only sends what is printed elsewhere.
  if (first?.literal === 'exec' && second === undefined) return ':';
  const word = words.find(({ literal }) => literal === undefined || !leading.has(literal));
  return word?.literal?.slice(word.literal.lastIndexOf('/') + 1);
}

/** Whether a part may fail in a way that matters. */
function mayFail(part: ListedCommand | CommandBlock): boolean {
  if (!('words' in part)) return true;
  const program = programOf(part);
  if (program === undefined) return true;
  return !preparing.has(program) && !asking.has(program) && !leaves(part);
}

/** Whether a part of what stands in `$(…)` may fail in a way that matters: a script or a program of the user's, rather than a word that is looked up. */
function mayFailWithin(part: ListedCommand | CommandBlock): boolean {
  if (!('words' in part) || !mayFail(part)) return false;
  const program = programOf(part);
  return program !== undefined && !wordy.has(program);
}

/** Whether it leaves the block around, or the shell. */
function leaves({ words }: ListedCommand): boolean {
  return leaving.has(words[0]?.literal ?? '');
}

function isBareWait({ words }: ListedCommand): boolean {
  return words.length === 1 && words[0]?.literal === 'wait';
}

/** Whether it is `exit` alone, which hands on the exit code of what stands before it. */
function isBareExit({ parts: [first, ...more] }: CommandList): boolean {
  if (first === undefined || !('words' in first) || more.length > 0) return false;
  return first.words.length === 1 && /^(?:exit|return)$/u.test(first.words[0]?.raw ?? '');
}
