/** How the commands of shell text follow each other: lists of commands, and the compound commands that hold further lists. */
import type { ShellWord } from './names-set-by-command.ts';

/** One program with its words, without the assignments before it. */
export interface ListedCommand {
  readonly words: readonly ShellWord[];
}

/** Commands joined by `&&`, `||` and `|`, up to `;`, `&` or the end of the line. */
export interface CommandList {
  /** In the order of the text. */
  readonly parts: readonly (ListedCommand | CommandBlock)[];
  /** Whether `||` says what to do where a part fails. */
  readonly hasOr: boolean;
  /** Whether it goes on behind what follows it. */
  readonly isBackground: boolean;
}

/** A part of a compound command, such as what stands between `then` and `else`. */
export interface BlockSection {
  /** Whether its exit code decides what is done, as between `if` and `then`. */
  readonly isCondition: boolean;
  readonly lists: readonly CommandList[];
}

/** A compound command, or the whole text. */
export interface CommandBlock {
  readonly kind: 'text' | 'group' | 'loop' | 'function';
  readonly sections: readonly BlockSection[];
}

interface OpenList extends CommandList {
  readonly parts: (ListedCommand | CommandBlock)[];
  hasOr: boolean;
  isBackground: boolean;
}

interface OpenSection extends BlockSection {
  readonly lists: OpenList[];
}

interface OpenBlock extends CommandBlock {
  readonly sections: OpenSection[];
  /** The list that is being read. */
  list: OpenList;
}

const newList = (): OpenList => ({ parts: [], hasOr: false, isBackground: false });

function newBlock(kind: CommandBlock['kind'], isCondition: boolean): OpenBlock {
  return { kind, sections: [{ isCondition, lists: [] }], list: newList() };
}

/** Is told by the grammar what begins and ends, in the order of the text. */
export class CommandLists {
  readonly #open = [newBlock('text', false)];

  /** The whole text; complete when all of it was read. */
  get block(): CommandBlock {
    return this.#at(0);
  }

  /** A command, whole; one without words only sets variables, or ends a compound command. */
  command(words: readonly ShellWord[]): void {
    if (words[0] !== undefined && words[0].raw !== '') this.#inner.list.parts.push({ words });
  }

  /** A compound command begins. @param closing the word or operator that ends it */
  begin(closing: string, isFunction: boolean): void {
    const kind = isFunction ? 'function' : closing === 'done' ? 'loop' : 'group';
    const block = newBlock(kind, closing === 'fi' || closing === 'done');
    this.#inner.list.parts.push(block);
    this.#open.push(block);
  }

  /** Compound commands end. @param depth how many stay open, with the text itself; 0 at its end */
  end(depth: number): void {
    while (this.#open.length > Math.max(depth, 1)) {
      this.#endList(this.#inner);
      this.#open.pop();
    }
    if (depth === 0) this.#endList(this.#inner);
  }

  /** `then`, `elif`, `else`, `do`, or what ends a branch of `case`. */
  section(word: string): void {
    const block = this.#inner;
    this.#endList(block);
    block.sections.push({ isCondition: word === 'elif', lists: [] });
  }

  /** What stands between two commands. */
  separator(text: string): void {
    const block = this.#inner;
    if (text === '||') block.list.hasOr = true;
    if (text === '||' || text === '&&' || text === '|' || text === '|&') return;
    block.list.isBackground = text === '&';
    this.#endList(block);
  }

  get #inner(): OpenBlock {
    return this.#at(this.#open.length - 1);
  }

  #at(index: number): OpenBlock {
    const block = this.#open[index];
    if (block === undefined) throw new RangeError('Expected an open block');
    return block;
  }

  #endList(block: OpenBlock): void {
    if (block.list.parts.length > 0) block.sections.at(-1)?.lists.push(block.list);
    block.list = newList();
  }
}
