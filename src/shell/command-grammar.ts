/**
 * Follows the words and operators of shell text by the shell's grammar: where a command begins, what is an assignment, which parts are
 * processes of their own. Never fails: text that the shell would refuse is read as well as can be.
 */
import { newFrame, type Frame, type GrammarListener } from './grammar-frame.ts';
import {
  namesSetByCommand,
  readAssignment,
  type NameSet,
  type ShellWord,
} from './names-set-by-command.ts';
import { ShellScope, type ShellPlace } from './shell-scope.ts';
import type { ShellVariables, VariableSet } from './shell-variables.ts';

/** What stands before the body of a compound command. */
type Header = 'for' | 'forWords' | 'case' | 'function' | undefined;

const ignored = new Set(['!', 'time', 'coproc']);
const continues = new Set(['then', 'elif', 'else', 'do']);

/** The grammar of one shell text, or of one substitution in it: is told its words and operators in order, and adds what they set. */
export class CommandGrammar {
  readonly #variables: ShellVariables;
  readonly #listener: GrammarListener;
  readonly #frames: Frame[];
  #words: ShellWord[] = [];
  #assignments: ShellWord[] = [];
  #header: Header;
  #loopVariable: ShellWord | undefined;
  #isRedirected = false;
  #isFunctionNext = false;

  /** @param around the part of the text in which a substitution stands */
  constructor(variables: ShellVariables, listener: GrammarListener, around?: ShellScope) {
    this.#variables = variables;
    this.#listener = listener;
    this.#frames = [newFrame('', new ShellScope('plain', around, around !== undefined))];
  }

  /** The part of the text that is being read. */
  get scope(): ShellScope {
    return this.#frame.command;
  }

  /** The words of the command that is being read. */
  get words(): readonly ShellWord[] {
    return this.#words;
  }

  /** Whether the next word would be a command's name, or a reserved word. */
  get isCommandNext(): boolean {
    return !this.#frame.isPattern && !this.#header && this.#isAtStart && !this.#isRedirected;
  }

  /** Whether `((` is arithmetic here. */
  get takesArithmetic(): boolean {
    return this.#header === 'for' || this.isCommandNext;
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new RangeError('Expected a frame');
    return frame;
  }

  get #isAtStart(): boolean {
    return this.#words.length === 0 && this.#assignments.length === 0;
  }

  /** A word, whole. */
  word(word: ShellWord): void {
    if (this.#isRedirected) this.#isRedirected = false;
    else if (this.#header) this.#headerWord(word);
    else if (this.#frame.isPattern) {
      if (word.raw === 'esac') this.#close(word);
    } else if (this.#isAtStart && this.#reserved(word)) return;
    else if (this.#words.length === 0 && readAssignment(word.raw)) this.#assignments.push(word);
    else this.#words.push(word);
  }

  /** `<`, `>` and their kind: the next word is a file, or the like. */
  redirection(): void {
    this.#isRedirected = true;
  }

  /** An operator at a place. @returns false for a `)` that ends the substitution being read */
  operator(text: string, at: number): boolean {
    if (this.#words[0]?.raw === '[[' && this.#words.at(-1)?.raw !== ']]' && text !== '\n')
      return true;
    if (text === ')') return this.#closingBracket(at);
    if (this.#frame.isPattern) return true;
    if (text === '()') this.#brackets();
    else if (text === '(') {
      if (this.isCommandNext) this.#open(')', this.#takeFunction(), true);
    } else if (this.#header !== 'case') this.#separator(text, at);
    return true;
  }

  /** Closes what is open at the end of the text. */
  end(at: number): void {
    this.#endCommand(at);
    this.#listener.lists?.end(0);
  }

  /** `()` behind the name of a function. */
  #brackets(): void {
    if (this.#words.length !== 1) return;
    this.#words = [];
    this.#isFunctionNext = true;
  }

  #closingBracket(at: number): boolean {
    const frame = this.#frame;
    if (frame.isPattern) frame.isPattern = false;
    else {
      this.#endCommand(at);
      const depth = this.#frames.findLastIndex(({ closing }) => closing === ')');
      if (depth < 0) return false;
      this.#leave(depth, at);
    }
    return true;
  }

  #separator(text: string, at: number): void {
    if (text === '\n' && this.#isAtStart && !this.#header) return;
    const { list, command } = this.#frame;
    this.#endCommand(at);
    this.#listener.lists?.separator(text);
    if (text === '|' || text === '|&') {
      command.isApart = true;
      this.#frame.command = new ShellScope('plain', list, true);
    } else if (text === '&&' || text === '||') this.#frame.command = new ShellScope('plain', list);
    else {
      if (text === '&') list.isApart = true;
      this.#newList();
      if (/^;;&?$|^;&$/u.test(text) && this.#frame.closing === 'esac') {
        this.#frame.isPattern = true;
        this.#listener.lists?.section(text);
      }
    }
  }

  /** @returns whether the word is one of the grammar's own, which no command name follows from */
  #reserved(word: ShellWord): boolean {
    const { raw } = word;
    if (raw === 'if') this.#open('fi', this.#takeFunction());
    else if (raw === 'while' || raw === 'until') this.#open('done', 'loop');
    else if (raw === 'for' || raw === 'select') this.#header = 'for';
    else if (raw === 'case') {
      this.#open('esac', this.#takeFunction());
      this.#header = 'case';
    } else if (raw === '{') this.#open('}', this.#takeFunction());
    else if (raw === 'function') this.#header = 'function';
    else if (continues.has(raw)) {
      this.#newList();
      this.#listener.lists?.section(raw);
    } else if (raw === this.#frame.closing && raw !== '') this.#close(word);
    else return ignored.has(raw);
    return true;
  }

  #headerWord(word: ShellWord): void {
    if (this.#header === 'for') {
      this.#loopVariable = word;
      this.#header = 'forWords';
    } else if (this.#header === 'forWords') {
      if (word.raw === 'do') this.#endHeader(word.start);
    } else if (this.#header === 'function') {
      this.#header = undefined;
      this.#isFunctionNext = true;
    } else if (this.#header === 'case' && word.raw === 'in') {
      this.#header = undefined;
      this.#frame.isPattern = true;
    }
  }

  /** The words behind `in` are taken before the loop begins. */
  #endHeader(at: number): void {
    this.#open('done', 'loop');
    const name = this.#loopVariable?.literal;
    if (name !== undefined) this.#set({ name, at, lasts: 'process', value: 'other' });
    this.#header = undefined;
    this.#loopVariable = undefined;
  }

  #endCommand(at: number): void {
    if (this.#header === 'for' || this.#header === 'forWords') this.#endHeader(at);
    const isPassing = this.#words.length > 0;
    this.#listener.lists?.command(this.#words);
    this.#listener.onCommand(this.#words, this.#assignments, { at, scope: this.scope });
    for (const { raw, end } of this.#assignments) {
      const found = readAssignment(raw);
      if (found && isPassing) this.#assign(found, 'command', at);
      else if (found) this.#assign(found, 'process', end);
    }
    const { names, isLocal, mayBeMore } = namesSetByCommand(this.#words);
    if (mayBeMore) this.#variables.mayBeSetElsewhere = true;
    for (const found of names) this.#assign(found, isLocal ? 'function' : 'process', at);
    [this.#words, this.#assignments] = [[], []];
    [this.#isRedirected, this.#isFunctionNext] = [false, this.#isFunctionNext && !isPassing];
  }

  #assign({ name, value }: NameSet, lasts: VariableSet['lasts'], at: number): void {
    // What is set to itself is as empty as it was.
    const isSame = value === `$${name}` || value === `\${${name}}`;
    if (value !== undefined && this.#listener.isStudyValue(value, name)) {
      this.#set({ name, at, lasts, value: 'study' });
    } else if (!isSame) this.#set({ name, at, lasts, value: 'other' });
  }

  #set({ at, ...set }: Omit<VariableSet, 'place'> & Pick<ShellPlace, 'at'>): void {
    this.#variables.add({ ...set, place: { at, scope: this.scope } });
  }

  #open(closing: Frame['closing'], kind: ShellScope['kind'] = 'plain', isApart = false): void {
    this.#frames.push(newFrame(closing, new ShellScope(kind, this.scope, isApart)));
    this.#listener.lists?.begin(closing, kind === 'function');
  }

  #close({ raw, start }: ShellWord): void {
    const depth = this.#frames.findLastIndex(({ closing }) => closing === raw);
    if (depth < 1) return;
    this.#leave(depth, start);
  }

  /** Behind a compound command only redirections and operators may follow. */
  #leave(depth: number, at: number): void {
    this.#frames.length = depth;
    this.#listener.lists?.end(depth);
    this.#isFunctionNext = false;
    this.#words = [{ start: at, end: at, raw: '', literal: '' }];
  }

  #newList(): void {
    const frame = this.#frame;
    frame.list = new ShellScope('plain', frame.scope);
    frame.command = new ShellScope('plain', frame.list);
  }

  #takeFunction(): ShellScope['kind'] {
    const kind = this.#isFunctionNext ? 'function' : 'plain';
    this.#isFunctionNext = false;
    return kind;
  }
}
