import type { SqlValue } from '../database/connection.ts';
import type { JobCondition } from '../database/job-store.ts';

/**
 * The condition of a text search `q`: plain words and quoted terms match inside a job's name or the names of its analyses; the facets
 * `#tag`, `owner:`, `comment:`, `project:`, `software:` and `version:` match theirs. They combine with `and`, `or`, `not`
 * (any case) and parentheses; neighbours without an operator must all match. An operator without its operand is a plain word.
 */
export function parseJobQuery(text: string, owner: string): JobCondition {
  const parser = new QueryParser(tokenise(text).slice(0, mostTokens), owner);
  return parser.parse();
}

/** What the database's own parser takes: it holds neither longer chains nor deeper nesting. */
const mostTokens = 300;
const deepest = 20;

/** A part of the condition, with the operator that holds it together. */
interface Term extends JobCondition {
  readonly operator: 'AND' | 'OR' | undefined;
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** Name before the colon, `#` for a tag. */
  readonly facet: string;
}

const everything: Term = { sql: '1', values: [], operator: undefined };
const tokenPattern =
  /([()])|(?:(owner|comment|project|software|version):|(#))?(?:"([^"]*)"?|([^\s()"]+))/giu;

function tokenise(text: string): readonly Token[] {
  return [...text.slice(0, 2000).matchAll(tokenPattern)].map((match) => ({
    text: match[1] ?? match[4] ?? match[5] ?? '',
    quoted: match[1] === undefined && match[4] !== undefined,
    facet: (match[2] ?? match[3] ?? '').toLowerCase(),
  }));
}

class QueryParser {
  readonly #tokens: readonly Token[];
  readonly #owner: string;
  #at = 0;

  constructor(tokens: readonly Token[], owner: string) {
    this.#tokens = tokens;
    this.#owner = owner;
  }

  parse(): Term {
    let all = everything;
    while (this.#at < this.#tokens.length) {
      const before = this.#at;
      all = join(all, 'AND', this.#either(0));
      // A closing parenthesis that nothing opened is skipped.
      if (this.#at === before) this.#at += 1;
    }
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
    if (this.#isBracket(')')) return everything;
    if (depth < deepest && this.#takeOperator('not')) {
      const { sql, values } = this.#one(depth + 1);
      return term(`NOT (${sql})`, values);
    }
    if (depth < deepest && this.#isBracket('(')) {
      this.#at += 1;
      const inner = this.#either(depth + 1);
      if (this.#isBracket(')')) this.#at += 1;
      return inner;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token === undefined ? everything : this.#condition(token);
  }

  #condition({ text, facet }: Token): Term {
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

  #isBracket(bracket: string, at = this.#at): boolean {
    const token = this.#tokens[at];
    return token?.text === bracket && !token.quoted && token.facet === '';
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.text.toLowerCase() === word && !token.quoted && token.facet === '';
  }

  /** Takes an operator that has an operand behind it. */
  #takeOperator(word: string): boolean {
    const isLast = this.#at + 1 >= this.#tokens.length || this.#isBracket(')', this.#at + 1);
    if (!this.#isWord(word) || isLast) return false;
    this.#at += 1;
    return true;
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
