/** Which variables the builtins of the shell set, by the words of one command. */

/** A word of shell text. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
  /** As it is written. */
  readonly raw: string;
  /** What the shell takes it for; undefined where it replaces a part of it. */
  readonly literal: string | undefined;
}

/** A variable that is set. */
export interface NameSet {
  readonly name: string;
  /** What it is set to, as it is written, where the text shows it. */
  readonly value?: string;
}

/** What one command sets. */
export interface NamesSet {
  readonly names: readonly NameSet[];
  /** Whether it ends with the function around it. */
  readonly isLocal: boolean;
  /** Whether it may set names that its text doesn't show. */
  readonly mayBeMore: boolean;
}

/** `name=`, `name+=`, `name[…]=` at the beginning of a word. */
const assignment = /^(?<name>[A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/u;
const quoted = /^(?<quote>["'])(?<text>.*)\k<quote>$/su;

const nothing: NamesSet = { names: [], isLocal: false, mayBeMore: false };
const anything: NamesSet = { ...nothing, mayBeMore: true };
const variableName = /^[A-Za-z_]\w*$/u;
/** Builtins that take names behind their options, each with its options that take a word. */
const readers: ReadonlyMap<string, string> = new Map([
  ['read', 'adinNptu'],
  ['mapfile', 'CcdnOsu'],
  ['readarray', 'CcdnOsu'],
]);
const declarations = new Set(['export', 'readonly', 'declare', 'typeset', 'local']);
/** Words before a command that leave it the one it is. */
const leading = new Set(['command', 'builtin', 'time', '!', 'coproc']);

/** Reads a word such as `x=1`. @returns undefined for one that assigns nothing */
export function readAssignment(raw: string): NameSet | undefined {
  const { 0: begin, groups } = assignment.exec(raw) ?? {};
  const name = groups?.['name'];
  if (begin === undefined || name === undefined) return undefined;
  const value = raw.slice(begin.length);
  return { name, value: value.startsWith('"') ? unquoted(value) : value };
}

function unquoted(raw: string): string {
  return quoted.exec(raw)?.groups?.['text'] ?? raw;
}

/** @param words the words of one command, without the assignments before it */
export function namesSetByCommand(words: readonly ShellWord[]): NamesSet {
  const begin = words.findIndex(({ literal }) => literal === undefined || !leading.has(literal));
  const [command, ...rest] = words.slice(Math.max(begin, 0));
  const name = command?.literal;
  if (name === undefined) return nothing;
  if (declarations.has(name)) return declared(name, rest);
  if (readers.has(name)) return read(rest, readers.get(name) ?? '');
  switch (name) {
    case 'eval':
      // What it reads is looked at as commands, where the text shows it.
      return rest.every(({ literal }) => literal !== undefined) ? nothing : anything;
    case '.':
    case 'source':
      return anything;
    case 'getopts':
      return named(rest.slice(1, 2));
    case 'printf':
      return named(behindOption(rest, 'v'));
    case 'wait':
      return named(behindOption(rest, 'p'));
    case 'let':
      return {
        ...nothing,
        names: rest.flatMap((word) =>
          [...(word.literal ?? word.raw).matchAll(/([A-Za-z_]\w*)\s*[-+*/%]?=(?!=)/gu)].map(
            ([, found = '']) => ({ name: found }),
          ),
        ),
      };
    default:
      return nothing;
  }
}

function declared(command: string, words: readonly ShellWord[]): NamesSet {
  // A builtin takes its assignments as words, so that quotes may stand around the whole of one.
  const found = words.map(({ raw }) => readAssignment(raw) ?? readAssignment(unquoted(raw)));
  const isLocal = command === 'local' || command === 'declare' || command === 'typeset';
  const isGlobal = words.some(({ raw }) => /^-\w*g/u.test(raw));
  const mayBeMore = words.some(({ literal }, index) => literal === undefined && !found[index]);
  const names = found.filter((one) => one !== undefined);
  return { names, isLocal: isLocal && !isGlobal, mayBeMore };
}

function read(words: readonly ShellWord[], withWord: string): NamesSet {
  const names: ShellWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const option = /^-(?<letters>\w+)$/u.exec(word?.raw ?? '')?.groups?.['letters'];
    if (word === undefined) break;
    if (option === undefined || names.length > 0) {
      names.push(word);
      continue;
    }
    const at = [...option].findIndex((letter) => withWord.includes(letter));
    const next = words[index + 1];
    if (at < 0 || at !== option.length - 1) continue;
    if (option.endsWith('a') && next) names.push(next);
    index += 1;
  }
  return named(names);
}

/** The word of an option such as `-v name`. */
function behindOption(words: readonly ShellWord[], letter: string): readonly ShellWord[] {
  const index = words.findIndex(({ raw }) => raw.startsWith(`-${letter}`));
  const word = words[index];
  if (word === undefined) return [];
  if (word.raw === `-${letter}`) return words.slice(index + 1, index + 2);
  return [{ ...word, literal: word.literal?.slice(2) }];
}

function named(words: readonly ShellWord[]): NamesSet {
  return {
    names: words.flatMap((word) => {
      const name = word.literal?.replace(/\[.*$/u, '') ?? '';
      return variableName.test(name) ? [{ name }] : [];
    }),
    isLocal: false,
    mayBeMore: words.some(({ literal }) => literal === undefined),
  };
}
