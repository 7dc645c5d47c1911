/**
 * Builds the text search `q` of the list of jobs. Terms are plain text, so that they can be shown; combine them with
 * {@link allOf}, {@link anyOf} and {@link noneOf}.
 */
import { UsageError } from '../errors.ts';

/** Jobs whose name, or the name of an analysis used, holds this word or phrase. */
export function text(words: string): string {
  return quoted(words);
}

/** Jobs with this tag, or with a file that has it. */
export function tag(name: string): string {
  return `#${bare(name, 'a tag')}`;
}

/** Jobs of this owner. @throws UsageError USAGE_QUERY */
export function owner(email: string): string {
  return `owner:${bare(email, 'an e-mail address')}`;
}

/** Jobs with a comment that holds these words. @throws UsageError USAGE_QUERY */
export function comment(words: string): string {
  return `comment:"${withoutQuotes(words)}"`;
}

/** Jobs assigned to the project. @throws UsageError USAGE_QUERY */
export function project(name: string): string {
  return `project:${quoted(name)}`;
}

/** Jobs that use the analysis of this name. @throws UsageError USAGE_QUERY */
export function software(name: string): string {
  return `software:${quoted(name)}`;
}

/** Jobs that use this version of an analysis. @throws UsageError USAGE_QUERY */
export function version(name: string): string {
  return `version:${quoted(name)}`;
}

/** Jobs that every term finds. @throws UsageError USAGE_QUERY */
export function allOf(...terms: readonly string[]): string {
  return combine(terms, 'and');
}

/** Jobs that at least one term finds. @throws UsageError USAGE_QUERY */
export function anyOf(...terms: readonly string[]): string {
  return combine(terms, 'or');
}

/** Jobs that no term finds. @throws UsageError USAGE_QUERY */
export function noneOf(...terms: readonly string[]): string {
  return `not ${terms.length === 1 ? group(terms[0] ?? '') : `(${anyOf(...terms)})`}`;
}

function combine(terms: readonly string[], word: 'and' | 'or'): string {
  if (terms.length === 0) throw unusable('at least one term', 'none');
  return terms.length === 1 ? (terms[0] ?? '') : terms.map(group).join(` ${word} `);
}

/** Parentheses around what has operators of its own. */
function group(term: string): string {
  const outsideQuotes = term.replaceAll(/"[^"]*"/g, '""');
  return /\s/.test(outsideQuotes) ? `(${term})` : term;
}

/** As it is where it can only be one word, else in quotes. */
function quoted(words: string): string {
  const plain = /^[\p{L}\p{N}._@+-]+$/u.test(words) && !/^(and|or|not)$/i.test(words);
  return plain && !words.startsWith('-') ? words : `"${withoutQuotes(words)}"`;
}

function bare(word: string, what: string): string {
  if (!/^[^\s"()#]+$/.test(word)) throw unusable(`${what} without blanks or quotes`, word);
  return word;
}

function withoutQuotes(words: string): string {
  if (words.trim() === '') throw unusable('a word', 'an empty text');
  if (words.includes('"'))
    throw unusable('text without double quotes, which a search can’t hold', words);
  return words;
}

function unusable(expected: string, got: string): UsageError {
  return new UsageError('USAGE_QUERY', `Expected ${expected}, got ${got}`);
}
