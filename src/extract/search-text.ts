import { createContext, Script } from 'node:vm';
import { ResultError } from '../errors.ts';

/** An expression that needs longer on one text is one that backtracks without end. */
const searchLimitMs = 1000;

/** Only in a context can a search be ended from outside; the loop stands inside, as each entry costs more than a search. */
const context = createContext(Object.create(null));
const search = new Script(`(() => {
  let count = 0, chosen;
  for (let match; count < atMost && (match = pattern.exec(text)) !== null; count += 1) {
    if (match[0] === '') pattern.lastIndex += 1;
    chosen = match;
  }
  return { count, found: chosen && chosen[chosen.length > 1 ? 1 : 0] };
})()`);

/**
 * What a regular expression finds: its first group, or the whole match where it has none. `^` and `$` stand for the ends of lines.
 * @throws ResultError RESULT_MISSING for no match or a group that took no part, RESULT_AMBIGUOUS for several where one is wanted,
 * RESULT_INVALID for an expression that needs more than a second
 */
export function searchText(text: string, regex: string, match: 'only' | 'first' | 'last'): string {
  const { count, found } = runSearch(text, regex, { first: 1, only: 2, last: Infinity }[match]);
  if (match === 'only' && count > 1) {
    throw new ResultError('RESULT_AMBIGUOUS', `Expected one match of /${regex}/, got several`, {
      hint: 'match: first or last',
    });
  }
  if (found === undefined) {
    throw new ResultError('RESULT_MISSING', `nothing in the text matches /${regex}/`);
  }
  return found;
}

function runSearch(
  text: string,
  regex: string,
  atMost: number,
): { readonly count: number; readonly found: string | undefined } {
  Object.assign(context, { text, atMost, pattern: new RegExp(regex, 'gmu') });
  try {
    return search.runInContext(context, { timeout: searchLimitMs }) as ReturnType<typeof runSearch>;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw new ResultError(
      'RESULT_INVALID',
      `Expected /${regex}/ to be searched in ${searchLimitMs} ms, got no end`,
      { cause, hint: 'avoid nested repetitions such as (a+)+' },
    );
  } finally {
    Object.assign(context, { text: undefined, pattern: undefined });
  }
}
