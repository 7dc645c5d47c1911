/** Finds where values of a study stand in the commands of shell text. POSIX, with bash's arrays, `((…))`, `<<<` and `<(…)`. */
import { CommandGrammar } from './command-grammar.ts';
import { endOfDocument, readAnnouncement, type HereDocument } from './here-documents.ts';
import { literalOf } from './literal-word.ts';
import type { ShellPlace } from './shell-scope.ts';
import { ShellWords } from './shell-words.ts';

const redirection = /\d*(?:<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\())|&>>?/uy;
const operator = /;;&|;&|;;|;|&&|&|\|\||\|&|\||\([ \t]*\)|\(|\)/uy;
/** What an array's values may follow. */
const beginsArray = /^[A-Za-z_]\w*\+?=$/u;

/** Finds the values `${name}` of a study in one shell text, in the order of the text. */
export class ShellText extends ShellWords {
  #grammar: CommandGrammar;
  #hereDocuments: HereDocument[] = [];
  /** Where the here-document was announced that is being read. */
  #announced: ShellPlace | undefined;

  constructor(text: string, isValue: (name: string) => boolean) {
    super(text, isValue);
    this.#grammar = this.#newGrammar();
    this.#commands('');
  }

  protected get place(): ShellPlace {
    return this.#announced ?? { at: this.at, scope: this.#grammar.scope };
  }

  #newGrammar(around?: ShellPlace): CommandGrammar {
    const isStudyValue = (raw: string, name: string): boolean =>
      this.isValue(name) && /^\$\{\s*(?<found>\w+)\s*\}$/u.exec(raw)?.groups?.['found'] === name;
    return new CommandGrammar(this.variables, isStudyValue, around?.scope);
  }

  protected substitution(closing: ')' | '`'): void {
    const [grammar, announced] = [this.#grammar, this.#announced];
    this.#grammar = this.#newGrammar(this.place);
    this.#announced = undefined;
    this.#commands(closing);
    [this.#grammar, this.#announced] = [grammar, announced];
  }

  /** Commands up to what closes a substitution, or the end. */
  #commands(closing: '' | ')' | '`'): void {
    const grammar = this.#grammar;
    while (!this.isOver) {
      const [char, start] = [this.char, this.at];
      if (closing === '`' && char === '`') break;
      if (char === '\n') {
        grammar.operator(char, start);
        this.#readHereDocuments();
      } else if (/\s/u.test(char)) this.at += 1;
      else if (char === '#') this.skipTo('\n');
      else if (!this.#redirection() && !this.#arithmeticCommand()) {
        const found = this.match(operator)?.[0];
        if (found === undefined) this.#word(closing);
        else if (!grammar.operator(found.replace(/\s/u, ''), start) && closing === found) break;
        else this.at += found.length;
      }
    }
    grammar.end(this.at);
    if (closing !== '') this.at += 1;
  }

  #word(closing: string): void {
    const start = this.at;
    while (!this.isOver) {
      const char = this.char;
      if (/[<>]/u.test(char) && this.text.charAt(this.at + 1) === '(') {
        this.at += 2;
        this.substitution(')');
      } else if (char === '(' && beginsArray.test(this.text.slice(start, this.at))) this.#array();
      else if (/[\s;&|()<>]/u.test(char) || (char === '`' && closing === '`')) break;
      else if (!this.expansion('bare') && !this.quotes()) this.at += 1;
    }
    const raw = this.text.slice(start, this.at);
    this.#grammar.word({ start, end: this.at, raw, literal: literalOf(raw) });
  }

  /** The values of an array, in brackets. */
  #array(): void {
    this.at += 1;
    while (!this.isOver && this.char !== ')') {
      if (this.char === '#' && /\s/u.test(this.text.charAt(this.at - 1))) this.skipTo('\n');
      else if (!this.expansion('bare') && !this.quotes()) this.at += 1;
    }
    this.at += 1;
  }

  /** Reads `<`, `>` or the like; of a here-document, its delimiter too. @returns whether there is any */
  #redirection(): boolean {
    const found = this.match(redirection)?.[0];
    if (found === undefined) return false;
    if (/<<-?$/u.test(found) && !found.endsWith('<<<')) {
      const digits = found.indexOf('<');
      const { scope } = this.#grammar;
      const announced = readAnnouncement(this.text, { at: this.at + digits, scope });
      if (announced) {
        this.#hereDocuments.push(announced.document);
        this.at = announced.end;
        return true;
      }
    }
    this.at += found.length;
    this.#grammar.redirection();
    return true;
  }

  /** Reads `((…))` where a command stands, or behind `for`. @returns whether there is any */
  #arithmeticCommand(): boolean {
    if (!this.text.startsWith('((', this.at) || !this.#grammar.takesArithmetic) return false;
    const start = this.at;
    this.at += 2;
    this.until('))', 'arithmetic');
    const raw = this.text.slice(start, this.at);
    this.#grammar.word({ start, end: this.at, raw, literal: undefined });
    return true;
  }

  /** At the end of a line: the documents that the line announced. */
  #readHereDocuments(): void {
    this.at += 1;
    const announced = this.#hereDocuments;
    this.#hereDocuments = [];
    for (const document of announced) this.#readHereDocument(document);
  }

  #readHereDocument(document: HereDocument): void {
    const { end, next } = endOfDocument(this.text, this.at, document);
    const announced = this.#announced;
    this.#announced = document.place;
    if (document.asIs) this.valuesAsIs(this.at, end);
    else this.#hereText(end);
    this.#announced = announced;
    this.at = next;
  }

  #hereText(end: number): void {
    while (this.at < end) {
      if (this.char === '\\') this.at += 2;
      else if (!this.expansion('quoted')) this.at += 1;
    }
  }
}
