/** Which commands people are shown: in the Markdown files of this repository, in those that `doeflow init` writes, and on the help pages. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ParseEntry } from 'shell-quote';

/** A call of `doeflow` that a reader may copy. */
export interface ShownCommand {
  /** As it is shown, without a comment: how the tables name it. */
  readonly text: string;
  /** What stands after `doeflow`, as a shell takes it apart. */
  readonly words: readonly string[];
  /** File and line, or the help page. */
  readonly where: string;
  /** True in a sentence, where a verb may be named without its arguments. */
  readonly inSentence: boolean;
}

/** A Markdown file: its path, and its text. */
export type Page = readonly [path: string, text: string];

/** The Markdown files that lie in a folder itself. */
export function readPages(folder: string): readonly Page[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

/** The commands in blocks of code and in `code` of one page. */
export function commandsOfPage(path: string, text: string): readonly ShownCommand[] {
  const shown: ShownCommand[] = [];
  const sentences: string[] = [];
  let fence: string | undefined;
  let begun = '';
  text.split('\n').forEach((line, index) => {
    const [, mark] = /^ *```(\w*)/u.exec(line) ?? [];
    const code = mark === undefined ? codeOfLine(line, fence) : '';
    if (mark !== undefined) fence = fence === undefined ? mark : undefined;
    sentences.push(code === undefined ? line : '');
    begun += (code ?? '').replace(/\\$/u, '');
    if (code?.endsWith('\\') === true) return;
    shown.push(...commandsOfLine(begun, `${path}:${index + 1}`, false));
    begun = '';
  });
  const prose = sentences.join('\n');
  for (const { 1: code = '', index } of prose.matchAll(/`([^`]+)`/gu)) {
    const line = prose.slice(0, index).split('\n').length;
    shown.push(...commandsOfLine(code.replaceAll('\n', ' '), `${path}:${line}`, true));
  }
  return shown;
}

/** What of a line is typed into a shell; undefined outside of blocks of code. */
function codeOfLine(line: string, fence: string | undefined): string | undefined {
  if (fence === undefined) return /^ {4}(.*)$/u.exec(line)?.[1];
  if (fence === 'console') return line.startsWith('$ ') ? line.slice(2) : '';
  return ['', 'sh', 'bash'].includes(fence) ? line : '';
}

/** The commands of a help page, which shows them at the start of a line, in brackets or in backticks. */
export function commandsOfHelp(verb: string, page: string): readonly ShownCommand[] {
  const where = `doeflow ${verb} --help`.replace('  ', ' ');
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('Usage:')) return [];
    const [, example] = /^ *(?:\w+: +)?(doeflow .*)$/u.exec(line) ?? [];
    if (example !== undefined) {
      // Its comment stands behind a gap.
      return commandsOfLine(example.replace(/ {3,}.*$/u, ''), where, false);
    }
    const quoted = line.matchAll(/[(`](doeflow [^)`]*)[)`]/gu);
    return [...quoted].flatMap(([, sentence = '']) => commandsOfLine(sentence, where, true));
  });
}

/** What a shell makes of a line without operators; variables stay as they are written. */
export function wordsOf(line: string): readonly string[] {
  return parse(line, (name) => `$${name}`).map((entry) => wordOf(entry) ?? '');
}

/** The calls of `doeflow` in a line of a shell: it may hold several, with assignments before them and pipes behind. */
function commandsOfLine(line: string, where: string, inSentence: boolean): readonly ShownCommand[] {
  if (!/\bdoeflow |dist\/src\/cli\/main\.js/u.test(line)) return [];
  const entries = parse(line.replace('node dist/src/cli/main.js', 'doeflow'), (name) => `$${name}`);
  const commands: string[][] = [[]];
  for (const entry of entries) {
    const word = wordOf(entry);
    if (word === undefined) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands.flatMap((words) => {
    const program = words.find((word) => !/^[A-Z_]+=/u.test(word));
    if (program !== 'doeflow') return [];
    const own = words.slice(words.indexOf(program) + 1);
    return [{ text: ['doeflow', ...own.map(quoted)].join(' '), words: own, where, inSentence }];
  });
}

/** Undefined for what ends a command: an operator or a comment. */
function wordOf(entry: ParseEntry): string | undefined {
  if (typeof entry === 'string') return entry;
  return 'pattern' in entry ? entry.pattern : undefined;
}

function quoted(word: string): string {
  return /^[^\s"'*#$&;|<>()]+$/u.test(word) ? word : `'${word}'`;
}
