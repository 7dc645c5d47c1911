/** Finds where values of a study stand in the commands of shell text. POSIX, with bash's arrays, `((…))`, `<<<` and `<(…)`. */
import { CommandLists } from './command-lists.ts';
import { CommandGrammar } from './command-grammar.ts';
import type { GrammarListener } from './grammar-frame.ts';
import { endOfDocument, readAnnouncement, type HereDocument } from './here-documents.ts';
import { literalOf } from './literal-word.ts';
import { nestedScripts, shellOfHereDocument, type NestedScript } from './nested-scripts.ts';
import type { ShellPlace } from './shell-scope.ts';
import { ShellWords } from './shell-words.ts';

const redirection = /\d*(?:<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\())|&>>?/uy;
const operator = /;;&|;&|;;|;|&&|&|\|\||\|&|\||\([ \t]*\)|\(|\)/uy;
/** What an array's values may follow. */
const beginsArray = /^[A-Za-z_]\w*\+?=$/u;

/** A text within the text that another shell reads. */
export interface FoundScript {
  readonly script: NestedScript;
  /** As that shell reads it. */
  readonly text: ShellText;
  /** Of the command that hands it over. */
  readonly place: ShellPlace;
}

/** A here-document whose values become part of another shell's commands. */
export interface ReplacedDocument {
  readonly start: number;
  readonly end: number;
  /** What reads it. */
  readonly through: string;
  readonly place: ShellPlace;
}

/** Finds the values `${name}` of a study in one shell text, in the order of the text. */
export class ShellText extends ShellWords {
  /** What other shells read of it. */
  readonly scripts: FoundScript[] = [];
  /** Here-documents in which this shell replaces, and that another one then reads. */
  readonly replacedDocuments: ReplacedDocument[] = [];
  /** Comments of it, in characters of the text: from `start` up to `end`. */
  readonly comments: { readonly start: number; readonly end: number }[] = [];
  /** Here-documents that no shell reads as commands: from `start` up to `end`. */
  readonly plainDocuments: { readonly start: number; readonly end: number }[] = [];
  /** How its commands follow each other, without those in substitutions. */
  readonly lists = new CommandLists();
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
    const onCommand: GrammarListener['onCommand'] = (words, assigned, place) => {
      for (const script of nestedScripts(words, assigned)) this.#addScript(script, place);
    };
    const lists = around === undefined ? { lists: this.lists } : {};
    return new CommandGrammar(this.variables, { isStudyValue, onCommand, ...lists }, around?.scope);
  }

  #addScript(script: NestedScript, place: ShellPlace): void {
    const text = new ShellText(script.text, () => false);
    this.scripts.push({ script, text, place });
    if (script.reader !== 'same') return;
    if (text.variables.mayBeSetElsewhere || !text.variables.isEmpty) {
      this.variables.mayBeSetElsewhere = true;
    }
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
      else if (char === '#') this.#comment();
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

  #comment(): void {
    const start = this.at;
    this.skipTo('\n');
    this.comments.push({ start, end: this.at });
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
      if (this.char === '#' && /\s/u.test(this.text.charAt(this.at - 1))) this.#comment();
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
        const reader = shellOfHereDocument(this.#grammar.words);
        this.#hereDocuments.push({ ...announced.document, ...(reader && { reader }) });
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
    if (!document.reader) this.plainDocuments.push({ start: this.at, end });
    this.#announced = document.place;
    if (document.asIs) {
      this.#addHereScript(document, end);
      this.valuesAsIs(this.at, end);
    } else {
      const { place, reader } = document;
      if (reader) {
        const { through } = reader;
        this.replacedDocuments.push({ start: this.at, end, through, place });
      }
      this.#hereText(end);
    }
    this.#announced = announced;
    this.at = next;
  }

  /** A document that a shell reads as its commands. */
  #addHereScript({ reader, place }: HereDocument, end: number): void {
    if (reader === undefined) return;
    const text = this.text.slice(this.at, end);
    const offsets = Array.from({ length: text.length }, (_, index) => this.at + index);
    this.#addScript({ text, offsets, isWhole: true, gives: () => false, ...reader }, place);
  }

  #hereText(end: number): void {
    while (this.at < end) {
      if (this.char === '\\') this.at += 2;
      else if (!this.expansion('quoted')) this.at += 1;
    }
  }
}
