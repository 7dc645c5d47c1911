import { ResultError } from '../errors.ts';
import type { OutputSource } from '../study/study.ts';

/** Letters that are the same in all common encodings. */
const plain = /^[\0-\x7F]*$/u;

/** The sign for a letter that couldn't be read, and halves of one. */
const lost = /[\uFFFD\p{Cs}]/u;

/**
 * Refuses a text whose letters were guessed: of a file in another encoding, or with U+FFFD, the sign for a letter that somebody couldn't read,
 * which makes different texts one. Numbers have neither.
 * @param isBytes the file isn't UTF-8
 * @throws ResultError RESULT_NOT_TEXT
 */
export function refuseGuessedText(value: unknown, isBytes: boolean, where: string): void {
  if (typeof value !== 'string') return;
  if (isBytes ? plain.test(value) : !lost.test(value)) return;
  const got = isBytes ? 'other bytes' : 'U+FFFD or half a letter: letters were lost';
  throw new ResultError(
    'RESULT_NOT_TEXT',
    `Expected a text in UTF-8, got ${got} (${JSON.stringify(value.slice(0, 60))} in ${where}): have the program write UTF-8, or convert the file in a post-process (iconv)`,
  );
}

/**
 * What isn't found by a name with other letters in a file of another encoding may be there all the same, so that it isn't just missing.
 * @returns the error to throw
 */
export function doubtMissing(error: unknown, source: OutputSource, file: string): unknown {
  const isNamedPlainly = Object.values(source).every((part) => plain.test(String(part)));
  if (!(error instanceof ResultError) || error.code !== 'RESULT_MISSING' || isNamedPlainly) {
    return error;
  }
  return new ResultError(
    'RESULT_NOT_TEXT',
    `${error.message}; ${file} isn't UTF-8, so that it may be there in other bytes: have the program write UTF-8, or name the value by plain letters`,
    { cause: error },
  );
}
