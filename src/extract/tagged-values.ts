/** Files in the form of Dakota's results file: numbers between blanks or ends of lines, each perhaps with a word behind it that names it. */
import { ResultError } from '../errors.ts';

/** What is written where a number belongs, also by programs whose number has failed. */
const numberLike =
  /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?|nan(?:\([^)]*\))?|inf(?:inity)?)$/iu;

/**
 * @param place of the value, from 1
 * @param tag that it must have where it has one at all
 * @throws ResultError RESULT_MISSING where there are fewer values, RESULT_INVALID where a word stands in place of a number, or the tag is another one's
 */
export function taggedValueAt(text: string, place: number, tag: string | undefined): string {
  let count = 0;
  let found: string | undefined;
  let tagOfFound: string | undefined;
  let elsewhere: number | undefined;
  let mayBeTag = false;
  // One word after the other: a file may have many millions.
  for (const [word] of text.replace(/^\uFEFF/u, '').matchAll(/\S+/gu)) {
    // Gradients and Hessians stand in brackets behind all values.
    if (word.startsWith('[')) break;
    if (numberLike.test(word)) {
      count += 1;
      mayBeTag = true;
      if (count === place) found = word;
    } else if (mayBeTag) {
      mayBeTag = false;
      if (count === place) tagOfFound = word;
      else if (word === tag) elsewhere ??= count;
    } else {
      const got = `${shown(word)} where the value ${count + 1} belongs`;
      throw invalid(
        `Expected numbers, each with at most one word behind it, got ${got}`,
        'read another form of file with `regex` or `key`',
      );
    }
  }
  if (found === undefined) {
    throw new ResultError('RESULT_MISSING', `Expected ${place} values, got ${count}`);
  }
  const isOther = tagOfFound !== undefined && tagOfFound !== tag;
  if (tag === undefined || (elsewhere === undefined && !isOther)) return found;
  const got =
    elsewhere === undefined
      ? `${shown(tagOfFound ?? '')} behind it`
      : `it behind the value ${elsewhere}`;
  throw invalid(
    `Expected ${shown(tag)} behind the value ${place} only, got ${got}`,
    'mend `value` or `tag`, or what the program writes',
  );
}

function invalid(message: string, hint: string): ResultError {
  return new ResultError('RESULT_INVALID', message, { hint });
}

function shown(word: string): string {
  return JSON.stringify(word.slice(0, 60));
}
