/**
 * Regular expressions of a study, which a stranger may have written: they are searched by RE2, whose time grows with the text and never explodes.
 * They are written as in JavaScript; what only backtracking can do is refused.
 */
import { RE2JS } from 're2js';

/** What is wrong with an expression, and how to write it instead. */
export interface PatternProblem {
  readonly message: string;
  readonly hint?: string;
}

/** An expression that can be searched. */
export interface OutputPattern {
  /** As RE2 reads it. */
  readonly source: string;
  readonly groups: number;
  /** Its steps: a search takes time in proportion to them. */
  readonly size: number;
}

const maxLength = 2000;

/** What JavaScript writes in a way of its own; every other escape is passed over whole. */
const javaScriptOnly =
  /\\u(?<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?<low>[dD][c-fC-F][0-9a-fA-F]{2})|\\u\{(?<code>[0-9a-fA-F]{1,6})\}|\\u(?<unit>[0-9a-fA-F]{4})|\\c(?<control>[A-Za-z])|(?<lineEnd>\\r\\n)|\\(?<property>[pP])\{(?:Script|sc|General_Category|gc)=(?<value>\w+)\}|(?<any>\[\^\])|\\[\s\S]/gu;

const backtracking: readonly (readonly [RegExp, PatternProblem])[] = [
  [
    /^\(\?<?[=!]/u,
    {
      message: 'Expected a regular expression without lookaround',
      hint: "write what stands around the value outside the group: 'disp = (\\S+) mm' instead of '(?<=disp = )(\\S+)(?= mm)'",
    },
  ],
  [
    /^\\(?:[1-9]|k<)/u,
    {
      message: 'Expected a regular expression without references back to a group',
      hint: 'write out what is repeated; a group is only for the value',
    },
  ],
];

/** Reads an expression as it stands in a study file. `^` and `$` stand for the ends of lines. */
export function readOutputPattern(
  regex: string,
): { readonly pattern: OutputPattern } | { readonly problem: PatternProblem } {
  if (regex.length > maxLength) {
    const message = `Expected a regular expression of at most ${maxLength} characters, got ${regex.length}`;
    return { problem: { message, hint: 'look for less around the value' } };
  }
  // How JavaScript says the start and the end of the whole text.
  const bounded = regex.replaceAll('(?<![\\s\\S])', '\\A').replaceAll('(?![\\s\\S])', '\\z');
  const found = findBacktracking(bounded);
  if (found !== undefined) return { problem: found };
  const source = bounded.replaceAll(javaScriptOnly, inRe2);
  try {
    const pattern = RE2JS.compile(source, RE2JS.MULTILINE);
    return { pattern: { source, groups: pattern.groupCount(), size: pattern.programSize() } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = why.replace(/^error parsing regexp: /u, '').replace('`(?m)', '`');
    const hint = /^(?:missing closing|unexpected) \)/u.test(reason)
      ? 'each bracket `(` needs its `)`; one that is part of the text is written `\\(`'
      : "signs that are part of the text, such as . * + ? [ ( {, stand behind a backslash: 'x \\[mm\\] = (\\S+)'";
    return { problem: { message: `Expected a valid regular expression: ${reason}`, hint } };
  }
}

function inRe2(written: string, ...matched: unknown[]): string {
  const { high, low, code, unit, control, lineEnd, property, value, any } = matched.at(
    -1,
  ) as Partial<Record<string, string>>;
  if (high !== undefined && low !== undefined) {
    const character = String.fromCharCode(parseInt(high, 16), parseInt(low, 16));
    return inHex(character.codePointAt(0) ?? 0);
  }
  const hex = code ?? unit;
  if (hex !== undefined) return inHex(parseInt(hex, 16));
  if (control !== undefined) return inHex(control.toUpperCase().charCodeAt(0) - 64);
  if (lineEnd !== undefined) return '\\n';
  if (property !== undefined) return `\\${property}{${value ?? ''}}`;
  return any === undefined ? written : '[\\s\\S]';
}

function inHex(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

/** Classes in brackets and escaped characters are passed over: there the signs mean themselves. */
function findBacktracking(regex: string): PatternProblem | undefined {
  for (const { 0: part, index } of regex.matchAll(/\[(?:\\.|[^\]\\])*\]|\\.|\(\?/gsu)) {
    if (part.startsWith('[')) continue;
    const rest = regex.slice(index, index + 4);
    const found = backtracking.find(([start]) => start.test(rest));
    if (found !== undefined) return found[1];
  }
  return undefined;
}
