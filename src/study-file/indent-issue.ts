/** A line whose indentation fits no level of the file: the parser stumbles over what it makes of it, people look for the key. */

/** What to tell of a line; lines count from 1. */
export interface IndentIssue {
  readonly line: number;
  /** Blanks before its first sign. */
  readonly indent: number;
  readonly message: string;
  readonly hint: string;
}

interface Level {
  readonly line: number;
  readonly indent: number;
  readonly kind: 'key' | 'entry';
  /** A key's name, or `- `. */
  readonly name: string;
  /** Nothing stands behind it on its line, so that deeper lines belong to it. */
  readonly isOpen: boolean;
}

/** @param line where the parser gave up */
export function findIndentIssue(text: string, line: number): IndentIssue | undefined {
  const lines = text.split(/\r?\n/u);
  const levels: Level[] = [];
  for (let number = 1; number < line; number += 1) push(levels, levelsOf(lines, number));
  const [here] = levelsOf(lines, line);
  if (!here) return undefined;
  const before = levels.at(-1);
  const isDeeper = before !== undefined && here.indent > before.indent;
  if (!levels.some((level) => isLike(level, here)) && !(isDeeper && before.isOpen)) {
    return issueOf(here, nearest(levels, here));
  }
  const [next] = levelsOf(lines, line + 1);
  if (!next || here.isOpen || here.kind !== 'key' || next.indent <= here.indent) return undefined;
  const isHereAstray = levels.some((level) => isLike(level, next));
  return isHereAstray ? issueOf(here, nearest(levels, next)) : issueOf(next, here);
}

function isLike(level: Level, other: Level): boolean {
  return level.indent === other.indent && level.kind === other.kind;
}

/** A new line ends the levels that are deeper than it, and its neighbour of the same depth. */
function push(levels: Level[], opened: readonly Level[]): void {
  const [first] = opened;
  if (!first) return;
  while ((levels.at(-1)?.indent ?? -1) >= first.indent) levels.pop();
  levels.push(...opened);
}

function levelsOf(lines: readonly string[], line: number): readonly Level[] {
  const [, blanks = '', dashes = '', rest = ''] =
    /^( *)((?:- +)*)(.*)$/u.exec(lines[line - 1] ?? '') ?? [];
  if (rest === '' && dashes === '') return [];
  const key = /^(?:"[^"]*"|'[^']*'|[\w$<.-]+)(?=\s*:(?:\s|$))/u.exec(rest)?.[0];
  if (dashes === '' && key === undefined) return [];
  const isOpen = /^\s*:\s*(?:#.*|[&!]\S+\s*|[|>][-+\d]*\s*)?$/u.test(rest.slice(key?.length ?? 0));
  const found: Level[] = [];
  if (dashes !== '') {
    found.push({ line, indent: blanks.length, kind: 'entry', name: '- ', isOpen: rest === '' });
  }
  if (key !== undefined) {
    const indent = blanks.length + dashes.length;
    found.push({ line, indent, kind: 'key', name: key, isOpen });
  }
  return found;
}

/** The open level of the same kind whose depth is nearest, the deeper of two. */
function nearest(levels: readonly Level[], wanted: Level): Level | undefined {
  const distance = ({ indent }: Level) => Math.abs(indent - wanted.indent);
  return levels
    .filter(({ kind }) => kind === wanted.kind)
    .sort((a, b) => distance(a) - distance(b) || b.indent - a.indent)[0];
}

function issueOf(astray: Level, like: Level | undefined): IndentIssue | undefined {
  if (!like) return undefined;
  const what = astray.kind === 'key' ? `\`${astray.name}\`` : 'this entry';
  const other =
    like.kind === 'key' ? `\`${like.name}\` in line ${like.line}` : `that in line ${like.line}`;
  const wanted = like.indent === 0 ? 'no spaces' : spaces(like.indent);
  return {
    line: astray.line,
    indent: astray.indent,
    message: `Expected ${what} with the indentation of its neighbours, got ${spaces(astray.indent)}`,
    hint: `begin the line with ${wanted}, like ${other}`,
  };
}

function spaces(count: number): string {
  if (count === 0) return 'no spaces';
  return count === 1 ? '1 space' : `${count} spaces`;
}
