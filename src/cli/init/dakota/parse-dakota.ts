/** Dakota input files as keywords with their values, block by block. Knows the form of the file, not what its words mean. */
import { UsageError } from '../../../errors.ts';

/** A keyword with all that stands behind it, up to the next keyword. */
export interface DakotaKeyword {
  /** Lower case. */
  readonly word: string;
  readonly values: readonly (string | number)[];
  /** From 1. */
  readonly line: number;
}

export interface DakotaBlock {
  readonly kind: DakotaBlockKind;
  readonly keywords: readonly DakotaKeyword[];
}

const blockKinds = [
  ...(['environment', 'method', 'model', 'variables', 'interface', 'responses'] as const),
] as const;

export type DakotaBlockKind = (typeof blockKinds)[number];

interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly line: number;
}

/** Words that no other file has where a keyword belongs. */
const ofVariables = /_(?:uncertain|design|state)(?:_(?:range|set))?$/u;

/** @returns whether a text looks like a Dakota input: it begins with a block, and has another one or variables of Dakota's kinds */
export function looksLikeDakota(text: string): boolean {
  const words = text
    .replaceAll(/#.*$/gmu, '')
    .toLowerCase()
    .split(/[\s,=]+/u)
    .filter((word) => word !== '');
  const found = new Set(words);
  if (['variables', 'interface', 'responses'].every((word) => found.has(word))) return true;
  if (blockKinds.every((kind) => kind !== words[0])) return false;
  const blocks = blockKinds.filter((kind) => found.has(kind));
  return blocks.length > 2 || words.some((word) => ofVariables.test(word));
}

/** @throws UsageError where the text doesn't begin with a block, or a text has no end */
export function parseDakota(text: string): readonly DakotaBlock[] {
  const blocks: { kind: DakotaBlockKind; keywords: DakotaKeyword[] }[] = [];
  let values: (string | number)[] = [];
  for (const token of tokensOf(text)) {
    const word = token.text.toLowerCase();
    const kind = token.isQuoted ? undefined : blockKinds.find((one) => one === word);
    const block = blocks.at(-1);
    if (kind !== undefined) {
      blocks.push({ kind, keywords: [] });
      // A value directly behind a block's name belongs to nothing.
      values = [];
      continue;
    }
    if (block === undefined) {
      throw refused(token.line, `Expected a block such as variables, got ${token.text}`);
    }
    const given = token.isQuoted ? [token.text] : numbersOf(token.text);
    if (given !== undefined) {
      values.push(...given);
      continue;
    }
    values = [];
    block.keywords.push({ word, values, line: token.line });
  }
  return blocks;
}

function* tokensOf(text: string): Generator<Token> {
  const pattern = /#[^\n]*|'([^'\n]*)'|"([^"\n]*)"|(['"])|[\s,=]+|([^\s,='"#]+)/gu;
  let line = 1;
  for (const match of text.matchAll(pattern)) {
    const [whole, single, double, open, bare] = match;
    const quoted = single ?? double;
    if (open !== undefined) throw refused(line, `The text that begins with ${open} has no end`);
    if (quoted !== undefined) yield { text: quoted, isQuoted: true, line };
    else if (bare !== undefined) yield { text: bare, isQuoted: false, line };
    line += whole.split('\n').length - 1;
  }
}

/** The numbers that a word stands for: `3*0.5` three times, `0:2:10` from, by, to; undefined for a keyword. */
function numbersOf(word: string): readonly number[] | undefined {
  const [times, repeated] = word.split('*');
  if (repeated !== undefined && /^\d{1,6}$/u.test(times ?? '')) {
    const one = numberOf(repeated);
    return one === undefined ? undefined : Array.from({ length: Number(times) }, () => one);
  }
  const range = word.split(':').map(numberOf);
  const [from, second, third] = range;
  if (range.length > 1 && range.every((one) => one !== undefined)) {
    const step = third === undefined ? 1 : (second ?? 1);
    const to = third ?? second ?? 0;
    const count = Math.floor((to - (from ?? 0)) / step + 1e-9) + 1;
    if (count >= 1 && count <= 1_000_000) {
      return Array.from({ length: count }, (_, index) => (from ?? 0) + index * step);
    }
  }
  const one = numberOf(word);
  return one === undefined ? undefined : [one];
}

function numberOf(word: string): number | undefined {
  const text = word.toLowerCase();
  if (/^\+?inf(?:inity)?$/u.test(text)) return Infinity;
  if (/^-inf(?:inity)?$/u.test(text)) return -Infinity;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/u.test(text)) return undefined;
  return Number(text);
}

function refused(line: number, message: string): UsageError {
  return new UsageError('USAGE_INIT', `line ${line} of the Dakota input: ${message}`, {
    hint: 'Check it with dakota -check, or say what the file is with --as',
  });
}
