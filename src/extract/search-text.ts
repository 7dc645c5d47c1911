import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import { ResultError } from '../errors.ts';
import { readOutputPattern } from '../expressions/output-pattern.ts';

/** Ten megabytes take RE2 some seconds; what takes longer is a text or an expression that nobody meant. */
const searchLimitMs = 10_000;
/** Backtracking ends at once or never. */
const backtrackingLimitMs = 1000;

type Match = 'only' | 'first' | 'last';

interface Found {
  readonly count: number;
  readonly found: string | undefined;
  /** What stands before and after it; absent where an expression of before looked for it. */
  readonly around?: readonly [before: string, after: string];
}

/** Only in a context can a search be ended from outside; the loops stand inside, as each entry costs more than a search. */
const context = createContext(Object.create(null));

const search = new Script(`(() => {
  let count = 0, found, around = ['', ''];
  const matcher = RE2JS.compile(regex, RE2JS.MULTILINE).matcher(text);
  const group = Math.min(1, matcher.groupCount());
  while (count < atMost && matcher.find()) {
    count += 1;
    found = matcher.group(group) ?? undefined;
    if (found === undefined) continue;
    const [start, end] = [matcher.start(group), matcher.end(group)];
    around = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 6)];
  }
  return { count, found, around };
})()`);

/** For studies that were started while expressions could still look around and refer back. */
const backtrack = new Script(`(() => {
  let count = 0, chosen;
  const pattern = new RegExp(regex, 'gmu');
  for (let match; count < atMost && (match = pattern.exec(text)) !== null; count += 1) {
    if (match[0] === '') pattern.lastIndex += 1;
    chosen = match;
  }
  return { count, found: chosen && chosen[chosen.length > 1 ? 1 : 0] };
})()`);

/**
 * What a regular expression finds: its first group, or the whole match where it has none. `^` and `$` stand for the ends of lines, also where
 * these are CR LF.
 * @param wantsNumber what is found is to be a number, and not a part of a longer one
 * @throws ResultError RESULT_MISSING for no match or a group that took no part, RESULT_AMBIGUOUS for several where one is wanted,
 * RESULT_INVALID for a part of a number, and for an expression that needs too long
 */
export function searchText(text: string, regex: string, match: Match, wantsNumber = false): string {
  const read = patternOf(regex);
  const atMost = { first: 1, only: 2, last: Infinity }[match];
  const { count, found, around } =
    'pattern' in read
      ? runSearch(searchOfRe2(), searchLimitMs, {
          text: withPlainLines(text),
          regex,
          atMost,
          source: read.pattern.source,
        })
      : runSearch(backtrack, backtrackingLimitMs, { text, regex, atMost, source: regex });
  if (match === 'only' && count > 1) {
    throw new ResultError('RESULT_AMBIGUOUS', `Expected one match of /${regex}/, got several`, {
      hint: 'match: first or last',
    });
  }
  if (found === undefined) {
    throw new ResultError('RESULT_MISSING', `nothing in the text matches /${regex}/`);
  }
  if (wantsNumber && around !== undefined) refuseCutNumber(found, around, regex);
  return found;
}

/** @throws ResultError where the number goes on beside what was found */
function refuseCutNumber(
  found: string,
  [before, after]: NonNullable<Found['around']>,
  regex: string,
): void {
  if (!/^[+-]?[\d.]+(?:[eE][+-]?\d+)?$/u.test(found)) return;
  const isWhole = !/[.eE]/u.test(found);
  const isCutBefore = /^\d/u.test(found) && (isWhole ? /\d\.?$/u : /\d$/u).test(before);
  const [goesOn = ''] = /^(?:\d+|[eEdD][+-]?\d+|\.\d+|,\d{3}\.\d)/u.exec(after) ?? [];
  const isCutAfter =
    goesOn !== '' &&
    (/^\d/u.test(goesOn) || (/^[eEdD]/u.test(goesOn) ? !/[eE]/u.test(found) : isWhole));
  if (!isCutBefore && !isCutAfter) return;
  const [begins] = /[\d.]*$/u.exec(before) ?? [''];
  const whole = `${isCutBefore ? begins : ''}${found}${isCutAfter ? goesOn : ''}`;
  throw new ResultError(
    'RESULT_INVALID',
    `Expected /${regex}/ to find all of a number, got ${found} of ${whole}: let its group take the rest, such as (\\S+)`,
  );
}

/** Each run searches the same few expressions. */
const known = new Map<string, ReturnType<typeof readOutputPattern>>();

function patternOf(regex: string): ReturnType<typeof readOutputPattern> {
  const read = known.get(regex) ?? readOutputPattern(regex);
  if (known.size > 1000) known.clear();
  known.set(regex, read);
  return read;
}

/** RE2 knows no other ends of lines. */
function withPlainLines(text: string): string {
  return /[\r\u2028\u2029]/u.test(text) ? text.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n') : text;
}

/** RE2 itself has to be in the context, so that it can be ended there; it is loaded with the first search. */
function searchOfRe2(): Script {
  if (!('RE2JS' in context)) {
    const code = readFileSync(createRequire(import.meta.url).resolve('re2js'), 'utf8');
    const module = { exports: {} as Record<string, unknown> };
    const load = new Script(`(function (module, exports) {${code}\n})`).runInContext(context) as (
      ...names: unknown[]
    ) => void;
    load(module, module.exports);
    Object.assign(context, { RE2JS: module.exports['RE2JS'] });
  }
  return search;
}

function runSearch(
  script: Script,
  timeout: number,
  {
    text,
    regex,
    atMost,
    source,
  }: {
    readonly text: string;
    /** As the study has it. */
    readonly regex: string;
    readonly source: string;
    readonly atMost: number;
  },
): Found {
  Object.assign(context, { text, atMost, regex: source });
  try {
    return script.runInContext(context, { timeout }) as Found;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw new ResultError(
      'RESULT_INVALID',
      `Expected /${regex}/ to be searched in ${timeout} ms, got no end`,
      { cause, hint: 'write the value to a small file of its own, or look for less around it' },
    );
  } finally {
    Object.assign(context, { text: undefined, regex: undefined });
  }
}
