/**
 * The rule that chooses an archive's jobs, such as `#beam and age:>7d and state:completed and study:beam and field:"Approved"=yes`. Its own
 * words (age, state, study, field) are judged here, the rest is the platform's text search, whose answers are checked where a row shows it.
 */
import { longestDuration, parseDurationMs } from '../duration.ts';
import { isCombined, splitRule, unusable, type RuleTerm } from './rule-terms.ts';
import { platformTimeMs } from './platform-time.ts';

/** What is known of a job when it is judged; what no term needs may be absent. */
export interface JobFacts {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly analysisNames?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly insertedAt?: string | undefined;
  /** ISO 8601; absent while the job hasn't ended. */
  readonly endedAt?: string | undefined;
  readonly completed?: boolean | undefined;
  /** Values of custom fields by name. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** The study of this engine that the job belongs to. */
  readonly study?: { readonly id: string; readonly name: string } | undefined;
}

/** What a fact costs beyond the row of a list. */
export type RuleNeed = 'end' | 'fields';

/** A rule that can be asked. */
export interface SelectRule {
  /** The platform's text search; undefined for all jobs. */
  readonly q: string | undefined;
  readonly state: 'completed' | 'not_completed' | undefined;
  /** `0`: also jobs that others share, where the rule names an owner; `1`: the account's own. */
  readonly visibility: '0' | '1';
  readonly needs: ReadonlySet<RuleNeed>;
  /** Searches that no job can answer, one for each kind of term in `q`: a platform that answers them with jobs ignores the term. */
  readonly impossible: readonly string[];
  /** False when the row of a list already says that the job isn't chosen. */
  mayMatch(row: JobFacts): boolean;
  matches(facts: JobFacts): boolean;
}

interface Condition {
  readonly need?: RuleNeed;
  readonly state?: 'completed' | 'not_completed';
  /** Only by what a row shows. */
  readonly mayHold?: (row: JobFacts) => boolean;
  readonly holds: (facts: JobFacts) => boolean;
}

/** Reads a rule. @param now the pass's time, from which ages count, ISO 8601 @throws UsageError USAGE_RULE with the place */
export function parseRule(text: string, now: string): SelectRule {
  const terms = splitRule(text);
  const own: Condition[] = [];
  const asked: string[] = [];
  for (const term of terms) {
    const condition = readOwn(term, Date.parse(now));
    if (condition === undefined) asked.push(term.text);
    else own.push(condition);
  }
  const checks: readonly Condition[] = [
    ...own,
    ...terms.flatMap((term) => (asked.includes(term.text) ? checksOf(term) : [])),
  ];
  const q = asked.length === 0 ? undefined : asked.join(' and ');
  return {
    q,
    state: own.find(({ state }) => state !== undefined)?.state,
    visibility: /(?:^|[\s(])owner:/iu.test(q ?? '') ? '0' : '1',
    needs: new Set(own.flatMap(({ need }) => (need === undefined ? [] : [need]))),
    impossible: impossibleSearches(q),
    mayMatch: (row) =>
      checks.every(({ need, mayHold, holds }) =>
        mayHold === undefined ? need !== undefined || holds(row) : mayHold(row),
      ),
    matches: (facts) => checks.every(({ holds }) => holds(facts)),
  };
}

const ownWords = /^(age|state|study|field):/iu;
const platformWords = /^(?:owner|comment|project|software|version):/iu;

function readOwn(term: RuleTerm, nowMs: number): Condition | undefined {
  const { text, at } = term;
  if (isCombined(term)) {
    const hidden = /(?<=^|[\s(])(?:age|state|study|field):/iu.exec(text);
    if (hidden === null) return undefined;
    throw unusable(
      'age, state, study and field outside of `or`, `not` and brackets',
      `"${hidden[0]}" inside`,
      at + hidden.index,
    );
  }
  const word = ownWords.exec(text)?.[1]?.toLowerCase();
  const value = text.slice((word?.length ?? 0) + 1);
  switch (word) {
    case 'age':
      return readAge(value, at, nowMs);
    case 'state':
      return readState(value, at);
    case 'study':
      return readStudy(value, at);
    case 'field':
      return readField(value, at);
    default: {
      const unknown = /^([\p{L}_]+):/u.exec(text);
      if (unknown === null || platformWords.test(text)) return undefined;
      throw unusable(
        'one of age, state, study, field, owner, comment, project, software, version',
        `"${unknown[1] ?? ''}:" (put it in quotes to search for it as a word)`,
        at,
      );
    }
  }
}

function readAge(value: string, at: number, nowMs: number): Condition {
  const [, sign, text = ''] = /^([<>]=?)(.+)$/u.exec(value) ?? [];
  const ms = parseDurationMs(text);
  if (sign === undefined || ms === undefined) {
    throw unusable(
      `an age such as age:>7d or age:<12h, at most ${longestDuration.text}`,
      `"age:${value}"`,
      at,
    );
  }
  const isOld = sign.startsWith('>');
  const isWithin = (time: string | undefined): boolean => {
    const age = nowMs - platformTimeMs(time);
    if (Number.isNaN(age)) return false;
    if (age === ms) return sign.endsWith('=');
    return isOld ? age > ms : age < ms;
  };
  return {
    need: 'end',
    holds: ({ endedAt }) => isWithin(endedAt),
    // A job ends after it was made: one that was made too lately is too young.
    mayHold: ({ insertedAt }) => !isOld || insertedAt === undefined || isWithin(insertedAt),
  };
}

function readState(value: string, at: number): Condition {
  const state = value.toLowerCase();
  if (state !== 'completed' && state !== 'not_completed') {
    throw unusable(
      'state:completed, or state:not_completed for jobs that ended otherwise',
      `"state:${value}"`,
      at,
    );
  }
  const isCompleted = state === 'completed';
  return {
    state,
    holds: ({ completed }) => completed === isCompleted,
    mayHold: ({ completed }) => completed === undefined || completed === isCompleted,
  };
}

function readStudy(value: string, at: number): Condition {
  const name = unquoted(value);
  if (name === '') throw unusable('the name or id of a study', 'nothing', at);
  return {
    holds: ({ study }) => study?.id === name || study?.name === name,
  };
}

function readField(value: string, at: number): Condition {
  const [, name, sign, wanted = ''] =
    /^("[^"]+"|[^\s"=!<>]+)(!?=)("[^"]*"|[^"]*)$/u.exec(value) ?? [];
  if (name === undefined) {
    throw unusable('a field such as field:"Approved"=yes', `"field:${value}"`, at);
  }
  const isEqual = (one: unknown): boolean =>
    (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') &&
    String(one) === unquoted(wanted);
  return {
    need: 'fields',
    holds: ({ fields }) => {
      const found = fields?.[unquoted(name)];
      const equal = Array.isArray(found) ? found.some(isEqual) : isEqual(found);
      return equal === (sign === '=');
    },
    mayHold: () => true,
  };
}

/** What a row shows of a term of the platform's search. */
function checksOf(term: RuleTerm): readonly Condition[] {
  const { text } = term;
  if (isCombined(term)) return [];
  const owner = /^owner:(.+)$/iu.exec(text)?.[1];
  if (owner !== undefined) {
    const wanted = unquoted(owner).toLowerCase();
    return [{ holds: (row) => row.owner === undefined || row.owner.toLowerCase() === wanted }];
  }
  if (text.startsWith('#') || platformWords.test(text)) return [];
  const words = unquoted(text).toLowerCase();
  return [
    {
      holds: ({ name, analysisNames }) =>
        // Names of analyses aren't in every row, and a search may know them by their codes.
        analysisNames?.length !== 0 || name.toLowerCase().includes(words),
    },
  ];
}

const nowhere = 'doeflow-no-such-thing-0e6f6c1d';

function impossibleSearches(q: string | undefined): readonly string[] {
  if (q === undefined) return [];
  const plain = q.replaceAll(/"[^"]*"/gu, 'x');
  const kinds = ['#', 'owner:', 'comment:', 'project:', 'software:', 'version:'].filter((kind) =>
    new RegExp(`(?:^|[\\s(])${kind}`, 'iu').test(plain),
  );
  return [
    nowhere,
    ...kinds.map((kind) => `${kind}${nowhere}${kind === 'owner:' ? '@invalid' : ''}`),
  ];
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
