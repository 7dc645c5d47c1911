/** A rule as its terms: what stands between top-level `and`s, each with its place. */
import { UsageError } from '../errors.ts';

/** One term of a rule. */
export interface RuleTerm {
  readonly text: string;
  /** Where it begins, from 1. */
  readonly at: number;
}

/** Terms of `text`, split at `and` and at blanks outside quotes and brackets. @throws UsageError USAGE_RULE */
export function splitRule(text: string): readonly RuleTerm[] {
  const words = splitWords(text);
  const terms: RuleTerm[] = [];
  let joined: RuleTerm | undefined;
  for (const [index, word] of words.entries()) {
    const operator = operatorOf(word.text);
    const next = words[index + 1];
    if (operator !== undefined && (next === undefined || operatorOf(next.text) === 'and')) {
      throw unusable(`something after "${word.text}"`, 'nothing', word.at);
    }
    if (operator === 'and') {
      if (index === 0) throw unusable('something before "and"', 'nothing', word.at);
      if (joined !== undefined) terms.push(joined);
      joined = undefined;
    } else if (joined !== undefined && continues(joined.text, operator)) {
      joined = { text: `${joined.text} ${word.text}`, at: joined.at };
    } else {
      if (joined !== undefined) terms.push(joined);
      joined = word;
    }
  }
  if (joined !== undefined) terms.push(joined);
  if (terms.length === 0) {
    throw unusable('a rule such as "#done and age:>7d"', 'an empty text', 1);
  }
  return terms;
}

/** True for a term in which `and`, `or` or `not` joins other terms. */
export function isCombined({ text }: RuleTerm): boolean {
  return /^\(|^not\s|\sor\s/iu.test(text.replaceAll(/"[^"]*"/gu, '""'));
}

/** An error that names the place in the rule. */
export function unusable(expected: string, got: string, at: number): UsageError {
  return new UsageError(
    'USAGE_RULE',
    `The rule can’t be read at character ${at}: expected ${expected}, got ${got}`,
    {
      hint: 'A rule is terms joined by `and`: words of a job’s name, #tag, owner: project: software: version: comment:, age:>7d, state:completed, study:NAME, field:"NAME"=VALUE; put `or` in brackets',
    },
  );
}

function operatorOf(word: string): 'and' | 'or' | 'not' | undefined {
  const lower = word.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : undefined;
}

/** `or` takes a term on each side, `not` one after it. */
function continues(soFar: string, operator: string | undefined): boolean {
  return operator === 'or' || /(?:^|\s)(?:or|not)$/iu.test(soFar);
}

function splitWords(text: string): readonly RuleTerm[] {
  const words: RuleTerm[] = [];
  let start = -1;
  let depth = 0;
  let quotedAt = -1;
  let openedAt = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at];
    const isInside = quotedAt >= 0 || depth > 0;
    if (char === undefined || (!isInside && /\s/u.test(char))) {
      if (start >= 0) words.push({ text: text.slice(start, at), at: start + 1 });
      start = -1;
      continue;
    }
    if (start < 0) start = at;
    if (char === '"') quotedAt = quotedAt < 0 ? at : -1;
    else if (quotedAt < 0 && char === '(') {
      if (depth === 0) openedAt = at;
      depth += 1;
    } else if (quotedAt < 0 && char === ')') {
      if (depth === 0) throw unusable('"(" before ")"', '")"', at + 1);
      depth -= 1;
    }
  }
  if (quotedAt >= 0) throw unusable('a closing quote', 'the end', quotedAt + 1);
  if (depth > 0) throw unusable('a closing bracket', 'the end', openedAt + 1);
  return words;
}
