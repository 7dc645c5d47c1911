/** Walks through shell text and finds where values of a study stand in it, and how the shell takes them there. POSIX, with bash's `$'…'` and `<<<`. */
import { parseInterpolation } from '../templates/index.ts';
import type { FoundExpansion, FoundFault, FoundValue, ShellContext } from './found-in-shell.ts';

interface HereDocument {
  readonly delimiter: string;
  readonly stripsTabs: boolean;
  readonly asIs: boolean;
}

const opening = /\$\{\s*(?<name>[A-Za-z_]\w*)/uy;
const plainExpansion = /\$(?:\{\s*(?<braced>[A-Za-z_]\w*)\s*\}|(?<bare>[A-Za-z_]\w*))/uy;
const word = /[A-Za-z_]\w*/uy;
const hereDocument = /<<(?<dash>-?)[ \t]*(?<delimiter>(?:'[^']*'|"[^"]*"|\\.|[^\s;|&<>()'"\\])+)/uy;
/** Words behind which another command begins. */
const beginsCommand = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', 'in']);

/** Finds the values `${name}` of a study in one shell text, in the order of the text. */
export class ShellText {
  readonly values: FoundValue[] = [];
  readonly faults: FoundFault[] = [];
  /** What the shell replaces by a variable of its own, without a default such as `${name:-1}`. */
  readonly expansions: FoundExpansion[] = [];
  readonly #text: string;
  readonly #isValue: (name: string) => boolean;
  #at = 0;
  #hereDocuments: HereDocument[] = [];

  constructor(text: string, isValue: (name: string) => boolean) {
    this.#text = text;
    this.#isValue = isValue;
    while (!this.#isOver) this.#commands('');
  }

  get #isOver(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Commands up to what closes a substitution, or the end. */
  #commands(closing: '' | ')' | '`'): void {
    let [open, cases] = [0, 0];
    let [beginsWord, isCommand] = [true, true];
    while (!this.#isOver) {
      const char = this.#text.charAt(this.#at);
      if (char === closing && open === 0 && cases === 0) {
        this.#at += 1;
        return;
      }
      if (beginsWord && char === '#') {
        this.#skipTo('\n');
        continue;
      }
      const name = beginsWord ? this.#match(word)?.[0] : undefined;
      if (name !== undefined) {
        if (isCommand && name === 'case') cases += 1;
        if (isCommand && name === 'esac') cases -= 1;
        isCommand = isCommand && beginsCommand.has(name);
        beginsWord = false;
        this.#at += name.length;
        continue;
      }
      if (char === '\n') this.#readHereDocuments();
      else if (char === '<') this.#noteHereDocument();
      else if (!this.#expansion('bare') && !this.#quotes()) {
        if (char === '(') open += 1;
        if (char === ')' && open > 0) open -= 1;
        this.#at += 1;
      }
      beginsWord = /[\s;&|()<>]/u.test(char);
      if (/[\n;&|()]/u.test(char)) isCommand = true;
      else if (beginsWord === false) isCommand = false;
    }
  }

  /** Reads quoted text, or one escaped character. @returns whether there is any */
  #quotes(): boolean {
    const char = this.#text.charAt(this.#at);
    if (char === '\\') this.#at += 2;
    else if (char === "'") this.#asIs("'", 1);
    else if (char === '"') {
      this.#at += 1;
      this.#until('"', 'quoted');
    } else return false;
    return true;
  }

  /** Text in which the shell replaces, up to `closing`. */
  #until(closing: '"' | '}' | '))', context: ShellContext): void {
    let open = 0;
    while (!this.#isOver) {
      if (open === 0 && this.#text.startsWith(closing, this.#at)) {
        this.#at += closing.length;
        return;
      }
      const char = this.#text.charAt(this.#at);
      if (char === '\\') this.#at += 2;
      else if (!this.#expansion(context) && !(closing === '}' && this.#innerQuotes(context))) {
        if (closing === '))') open += { '(': 1, ')': -1 }[char] ?? 0;
        this.#at += 1;
      }
    }
  }

  /** Quotes within `${other:-…}`; within double quotes a single quote is a plain character. */
  #innerQuotes(context: ShellContext): boolean {
    return !(context === 'quoted' && this.#text.charAt(this.#at) === "'") && this.#quotes();
  }

  /** Reads what begins with `$` or a backquote. @returns whether there is any */
  #expansion(context: ShellContext): boolean {
    const index = this.#at;
    const starts = (text: string): boolean => this.#text.startsWith(text, index);
    if (starts('`')) {
      this.#at += 1;
      this.#commands('`');
    } else if (starts('$((')) {
      this.#at += 3;
      this.#until('))', 'arithmetic');
    } else if (starts('$(')) {
      this.#at += 2;
      this.#commands(')');
    } else if (starts('${')) {
      if (this.#value(context)) return true;
      this.#noteExpansion();
      this.#at = index + 2;
      this.#until('}', context);
    } else if (starts("$'") && context === 'bare') this.#asIs("'", 2);
    else if (starts('$')) {
      this.#noteExpansion();
      this.#at += 1;
    } else return false;
    return true;
  }

  #noteExpansion(): void {
    const found = this.#match(plainExpansion);
    const name = found?.groups?.['braced'] ?? found?.groups?.['bare'];
    if (!found || name === undefined) return;
    this.expansions.push({ name, written: found[0], start: this.#at });
  }

  /** Reads a value of the study. @returns whether there is one */
  #value(context: ShellContext): boolean {
    const start = this.#at;
    const name = this.#match(opening)?.groups?.['name'];
    if (name === undefined || !this.#isValue(name)) return false;
    const found = parseInterpolation(this.#text, start + 2);
    if ('placeholder' in found) {
      this.values.push({ ...found.placeholder, context, start, end: found.end });
      this.#at = found.end;
      return true;
    }
    if ('message' in found) this.faults.push({ start, ...found });
    return false;
  }

  /** Text that the shell takes as it is, up to `closing`, behind so many characters that open it. */
  #asIs(closing: string, opened: number): void {
    const end = this.#endOf(closing, this.#at + opened, opened === 2);
    this.#valuesAsIs(this.#at + opened, end);
    this.#at = end + closing.length;
  }

  #endOf(closing: string, from: number, escapes: boolean): number {
    for (let at = from; at < this.#text.length; at += 1) {
      if (escapes && this.#text.charAt(at) === '\\') at += 1;
      else if (this.#text.startsWith(closing, at)) return at;
    }
    return this.#text.length;
  }

  #valuesAsIs(from: number, end: number): void {
    for (this.#at = from; this.#at < end;) {
      if (!this.#text.startsWith('${', this.#at) || !this.#value('asIs')) this.#at += 1;
    }
  }

  #noteHereDocument(): void {
    if (this.#text.startsWith('<<<', this.#at)) {
      this.#at += 3;
      return;
    }
    const found = this.#match(hereDocument);
    this.#at += found?.[0].length ?? 1;
    const { dash, delimiter } = found?.groups ?? {};
    if (delimiter === undefined) return;
    this.#hereDocuments.push({
      delimiter: delimiter.replace(/\\(.)|['"]/gu, '$1'),
      stripsTabs: dash === '-',
      asIs: /['"\\]/u.test(delimiter),
    });
  }

  /** At the end of a line: the documents that the line announced. */
  #readHereDocuments(): void {
    this.#at += 1;
    const announced = this.#hereDocuments;
    this.#hereDocuments = [];
    for (const document of announced) this.#readHereDocument(document);
  }

  #readHereDocument({ delimiter, stripsTabs, asIs }: HereDocument): void {
    const start = this.#at;
    let [end, next] = [this.#text.length, this.#text.length];
    for (let at = start; at < this.#text.length;) {
      const lineEnd = this.#endOf('\n', at, false);
      const line = this.#text.slice(at, lineEnd);
      if ((stripsTabs ? line.replace(/^\t+/u, '') : line) === delimiter) {
        [end, next] = [at, lineEnd];
        break;
      }
      at = lineEnd + 1;
    }
    if (asIs) this.#valuesAsIs(start, end);
    else this.#hereText(end);
    this.#at = next;
  }

  #hereText(end: number): void {
    while (this.#at < end) {
      if (this.#text.charAt(this.#at) === '\\') this.#at += 2;
      else if (!this.#expansion('quoted')) this.#at += 1;
    }
  }

  #skipTo(char: string): void {
    this.#at = this.#endOf(char, this.#at, false);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text) ?? undefined;
  }
}
