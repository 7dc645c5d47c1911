/** Walks through the words of shell text and finds where values of a study stand in them, and how the shell takes them there. POSIX, with bash's `$'…'`. */
import { parseInterpolation } from '../templates/index.ts';
import type { FoundExpansion, FoundFault, FoundValue, ShellContext } from './found-in-shell.ts';
import type { ShellPlace } from './shell-scope.ts';
import { ShellVariables } from './shell-variables.ts';

const opening = /\$\{\s*(?<name>[A-Za-z_]\w*)/uy;
const plainExpansion = /\$(?:\{\s*[#!]?(?<braced>[A-Za-z_]\w*)\s*\}|(?<bare>[A-Za-z_]\w*))/uy;
const assigningExpansion = /\$\{(?<name>[A-Za-z_]\w*):?=/uy;
const arithmeticName =
  /(?<before>\+\+|--)?(?<name>\w+)(?<after>\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--))?/uy;

/** Expansions within each other: `$(… $(… ${…}))` is three. */
const mostNested = 100;

/** Reads quotes and expansions; what commands are made of is told by who extends it. */
export abstract class ShellWords {
  readonly values: FoundValue[] = [];
  readonly faults: FoundFault[] = [];
  /** What the shell replaces by a variable of its own, without a default such as `${name:-1}`. */
  readonly expansions: FoundExpansion[] = [];
  /** What the text sets. */
  readonly variables = new ShellVariables();
  readonly text: string;
  protected readonly isValue: (name: string) => boolean;
  protected at = 0;
  #depth = 0;
  #isGivenUp = false;

  protected constructor(text: string, isValue: (name: string) => boolean) {
    this.text = text;
    this.isValue = isValue;
  }

  /** Where the shell takes what is being read. */
  protected abstract get place(): ShellPlace;

  /** Reads the commands within a substitution, up to what closes it. */
  protected abstract substitution(closing: ')' | '`'): void;

  protected get isOver(): boolean {
    return this.at >= this.text.length;
  }

  protected get char(): string {
    return this.text.charAt(this.at);
  }

  /** Reads quoted text, or one escaped character. @returns whether there is any */
  protected quotes(): boolean {
    const char = this.char;
    if (char === '\\') this.at += 2;
    else if (char === "'") this.#asIs("'", 1);
    else if (char === '"') {
      this.at += 1;
      this.until('"', 'quoted');
    } else return false;
    return true;
  }

  /** Text in which the shell replaces, up to `closing`. */
  protected until(closing: '"' | '}' | '))', context: ShellContext): void {
    let open = 0;
    while (!this.isOver) {
      if (open === 0 && this.text.startsWith(closing, this.at)) {
        this.at += closing.length;
        return;
      }
      const char = this.char;
      if (char === '\\') this.at += 2;
      else if (closing === '))' && this.#arithmeticName()) continue;
      else if (!this.expansion(context) && !(closing === '}' && this.#innerQuotes(context))) {
        if (closing === '))') open += { '(': 1, ')': -1 }[char] ?? 0;
        this.at += 1;
      }
    }
  }

  /** Quotes within `${other:-…}`; within double quotes a single quote is a plain character. */
  #innerQuotes(context: ShellContext): boolean {
    return !(context === 'quoted' && this.char === "'") && this.quotes();
  }

  /** Reads what begins with `$` or a backquote. @returns whether there is any */
  protected expansion(context: ShellContext): boolean {
    if (this.#depth >= mostNested) return this.#giveUp();
    this.#depth += 1;
    try {
      return this.#expansion(context);
    } finally {
      this.#depth -= 1;
    }
  }

  /** The rest of a text that nobody wrote by hand isn't read. */
  #giveUp(): boolean {
    if (!this.#isGivenUp) {
      const message = `Expansions stand in each other more than ${mostNested} deep`;
      const hint = 'put the command into a script, and name that as an input file';
      this.faults.push({ start: this.at, message, hint });
    }
    this.#isGivenUp = true;
    this.at = this.text.length;
    return true;
  }

  #expansion(context: ShellContext): boolean {
    const index = this.at;
    const starts = (text: string): boolean => this.text.startsWith(text, index);
    if (starts('`')) {
      this.at += 1;
      this.substitution('`');
    } else if (starts('$((')) {
      this.at += 3;
      this.until('))', 'arithmetic');
    } else if (starts('$(')) {
      this.at += 2;
      this.substitution(')');
    } else if (starts('${')) {
      if (this.#value(context)) return true;
      this.#noteExpansion();
      const set = this.match(assigningExpansion)?.groups?.['name'];
      this.at = index + 2;
      this.until('}', context);
      if (set !== undefined) this.set(set);
    } else if (starts("$'") && context === 'bare') this.#asIs("'", 2);
    else if (starts('$')) {
      this.#noteExpansion();
      this.at += 1;
    } else return false;
    return true;
  }

  /** @returns how many characters it has */
  #noteExpansion(): number {
    const found = this.match(plainExpansion);
    const name = found?.groups?.['braced'] ?? found?.groups?.['bare'];
    if (!found || name === undefined) return 1;
    this.expansions.push({ name, written: found[0], start: this.at, place: this.place });
    return found[0].length;
  }

  /** Reads a name within arithmetic, which stands for a variable's value there. @returns whether there is any */
  #arithmeticName(): boolean {
    const found = this.match(arithmeticName);
    const { name = '', before, after } = found?.groups ?? {};
    if (!found) return false;
    const start = this.at + (before?.length ?? 0);
    const place = this.place;
    this.at += found[0].length;
    if (/^\d/u.test(name)) return true;
    if (before !== undefined || after !== undefined) this.set(name);
    else this.expansions.push({ name, written: name, start, place });
    return true;
  }

  protected set(name: string): void {
    this.variables.add({ name, place: this.place, lasts: 'process', value: 'other' });
  }

  /** Reads a value of the study. @returns whether there is one */
  #value(context: ShellContext): boolean {
    const start = this.at;
    const name = this.match(opening)?.groups?.['name'];
    if (name === undefined || !this.isValue(name)) return false;
    const found = parseInterpolation(this.text, start + 2);
    if ('placeholder' in found) {
      const { end } = found;
      this.values.push({ ...found.placeholder, context, start, end, place: this.place });
      this.at = found.end;
      return true;
    }
    if ('message' in found) this.faults.push({ start, ...found });
    return false;
  }

  /** Text that the shell takes as it is, up to `closing`, behind so many characters that open it. */
  #asIs(closing: string, opened: number): void {
    const end = this.endOf(closing, this.at + opened, opened === 2);
    this.valuesAsIs(this.at + opened, end);
    this.at = end + closing.length;
  }

  protected endOf(closing: string, from: number, escapes: boolean): number {
    for (let at = from; at < this.text.length; at += 1) {
      if (escapes && this.text.charAt(at) === '\\') at += 1;
      else if (this.text.startsWith(closing, at)) return at;
    }
    return this.text.length;
  }

  protected valuesAsIs(from: number, end: number): void {
    for (this.at = from; this.at < end;) {
      if (!this.text.startsWith('${', this.at) || !this.#value('asIs')) this.at += 1;
    }
  }

  protected skipTo(char: string): void {
    this.at = this.endOf(char, this.at, false);
  }

  protected match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }
}
