import { badRequest } from './problem.ts';

/** A word, quoted term or parenthesis of a text search. */
export interface QueryToken {
  readonly text: string;
  readonly quoted: boolean;
  /** Name before the colon, `#` for a tag; empty for none. */
  readonly facet: string;
}

/** What the database's own parser takes: it holds no longer chains. */
const mostTokens = 300;
const longest = 4000;

const tokenPattern =
  /([()])|(?:(owner|comment|project|software|version):|(#))?(?:"([^"]*)"|([^\s()"]+))/giu;

/**
 * The tokens of a text search in their order.
 *
 * @throws Problem 400 for one that is too long, has a quote without its other half, a facet that isn't known, one without a value, or nothing in quotes.
 */
export function tokeniseJobQuery(text: string): readonly QueryToken[] {
  if (text.length > longest)
    throw unusableQuery(`it has ${text.length} characters, at most ${longest} are taken`);
  if (text.includes('\0')) throw unusableQuery('it holds a NUL character');
  if ((text.split('"').length - 1) % 2 === 1)
    throw unusableQuery('a double quote has no other half');
  const tokens = [...text.matchAll(tokenPattern)].map(readToken);
  if (tokens.length > mostTokens) {
    throw unusableQuery(`it has ${tokens.length} words, at most ${mostTokens} are taken`);
  }
  return tokens;
}

function readToken(match: RegExpExecArray): QueryToken {
  const [, bracket, name, hash, quotedText, word] = match;
  const facet = (name ?? hash ?? '').toLowerCase();
  const unknown = facet === '' ? /^([\p{L}_]+):/u.exec(word ?? '')?.[1] : undefined;
  if (unknown !== undefined) {
    const isKnown = /^(owner|comment|project|software|version)$/i.test(unknown);
    throw unusableQuery(
      isKnown
        ? `"${unknown}:" has no value`
        : `"${unknown}:" is no facet; there are #tag, owner:, comment:, project:, software: and version:`,
    );
  }
  if (word === '#') throw unusableQuery('"#" has no tag');
  if (quotedText?.trim() === '') throw unusableQuery('nothing stands between two double quotes');
  const text = bracket ?? quotedText ?? word ?? '';
  return { text, quoted: quotedText !== undefined, facet };
}

/** The refusal of a search, with the reason. */
export function unusableQuery(why: string): Error {
  return badRequest({
    q: [`The search can't be read: ${why}. Words with special characters stand in double quotes.`],
  });
}
