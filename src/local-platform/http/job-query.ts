import type { SqlValue } from '../database/connection.ts';
import type { JobCondition } from '../database/job-store.ts';
import { type QueryToken, tokeniseJobQuery, unusableQuery } from './job-query-tokens.ts';

/**
 * The condition of a text search `q`: plain words and quoted terms match inside a job's name or the names of its analyses; the facets
 * `#tag`, `owner:`, `comment:`, `project:`, `software:` and `version:` match theirs. They combine with `and`, `or`, `not`
 * (any case) and parentheses; neighbours without an operator must all match. In quotes, `and`, `or` and `not` are plain words.
 *
 * @throws Problem 400 for a text that is none: it never finds more than was asked for.
 */
export function parseJobQuery(text: string, owner: string): JobCondition {
  return new QueryParser(tokeniseJobQuery(text), owner).parse();
}

/** What the database's own parser takes: it holds no deeper nesting. */
const deepest = 20;

/** A part of the condition, with the operator that holds it together. */
interface Term extends JobCondition {
  readonly operator: 'AND' | 'OR' | undefined;
}

const everything: Term = { sql: '1', values: [], operator: undefined };

class QueryParser {
  readonly #tokens: readonly QueryToken[];
  readonly #owner: string;
  #at = 0;

  constructor(tokens: readonly QueryToken[], owner: string) {
    this.#tokens = tokens;
    this.#owner = owner;
  }

  parse(): Term {
    if (this.#tokens.length === 0) return everything;
    const all = this.#either(0);
    if (this.#at < this.#tokens.length)
      throw unusableQuery('a parenthesis is closed that nothing opened');
    return all;
  }

  #either(depth: number): Term {
    let left = this.#both(depth);
    while (this.#takeOperator('or')) left = join(left, 'OR', this.#both(depth));
    return left;
  }

  #both(depth: number): Term {
    let left = this.#one(depth);
    while (this.#at < this.#tokens.length && !this.#isWord('or') && !this.#isBracket(')')) {
      this.#takeOperator('and');
      left = join(left, 'AND', this.#one(depth));
    }
    return left;
  }

  #one(depth: number): Term {
    if (depth > deepest) throw unusableQuery(`it is nested deeper than ${deepest}`);
    if (this.#takeOperator('not')) {
      const { sql, values } = this.#one(depth + 1);
      return term(`NOT (${sql})`, values);
    }
    if (this.#isBracket(')')) throw unusableQuery('a word is missing before a closing parenthesis');
    if (this.#isWord('and') || this.#isWord('or')) {
      throw unusableQuery('a word is missing before an operator');
    }
    const token = this.#tokens[this.#at];
    if (token === undefined) throw unusableQuery('a word is missing at its end');
    const isGroup = this.#isBracket('(');
    this.#at += 1;
    if (!isGroup) return this.#condition(token);
    const inner = this.#either(depth + 1);
    if (!this.#isBracket(')')) throw unusableQuery('a parenthesis is not closed');
    this.#at += 1;
    return inner;
  }

  #condition({ text, facet }: QueryToken): Term {
    switch (facet) {
      case '#':
        return inList('tags', text);
      case 'owner':
        return term('? = ?', [text.toLowerCase(), this.#owner.toLowerCase()]);
      case 'comment':
        return term('instr(lower(comments), ?) > 0', [text.toLowerCase()]);
      case 'project':
        return term('lower(project_id) IS ?', [text.toLowerCase()]);
      case 'software':
        return inAnalyses(['name', 'code'], text);
      case 'version':
        return inAnalyses(['version', 'versionName'], text);
      default:
        return term('instr(search_text, ?) > 0', [text.toLowerCase()]);
    }
  }

  #isBracket(bracket: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.text === bracket && !token.quoted && token.facet === '';
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.text.toLowerCase() === word && !token.quoted && token.facet === '';
  }

  #takeOperator(word: string): boolean {
    const isThere = this.#isWord(word);
    if (isThere) this.#at += 1;
    return isThere;
  }
}

function term(sql: string, values: readonly SqlValue[]): Term {
  return { sql, values, operator: undefined };
}

/** Two parts under one operator, with brackets only where they are needed: a chain of any length nests no deeper than one link. */
function join(left: Term, operator: 'AND' | 'OR', right: Term): Term {
  const text = (side: Term): string =>
    side.operator === undefined || side.operator === operator ? side.sql : `(${side.sql})`;
  return {
    sql: `${text(left)} ${operator} ${text(right)}`,
    values: [...left.values, ...right.values],
    operator,
  };
}

function inList(column: string, text: string): Term {
  return term(`EXISTS (SELECT 1 FROM json_each(${column}) WHERE lower(value) = ?)`, [
    text.toLowerCase(),
  ]);
}

function inAnalyses(fields: readonly string[], text: string): Term {
  const matches = fields.map(
    (field) => `instr(lower(json_extract(value, '$.analysis.${field}')), ?) > 0`,
  );
  return term(
    `EXISTS (SELECT 1 FROM json_each(record, '$.jobanalyses') WHERE ${matches.join(' OR ')})`,
    fields.map(() => text.toLowerCase()),
  );
}
