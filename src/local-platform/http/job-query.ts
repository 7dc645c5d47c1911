import type { SqlValue } from '../database/connection.ts';
import type { JobCondition } from '../database/job-store.ts';

/**
 * The condition of a text search `q`: plain words and quoted terms match inside a job's name or the names of its analyses; the facets
 * `#tag`, `owner:`, `comment:`, `project:`, `software:` and `version:` match theirs. They combine with `and`, `or`, `not`
 * (any case) and parentheses; neighbours without an operator must all match. An operator without its operand is a plain word.
 */
export function parseJobQuery(text: string, owner: string): JobCondition {
  const parser = new QueryParser(tokenise(text), owner);
  return parser.parse();
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** Name before the colon, `#` for a tag. */
  readonly facet: string;
}

const everything: JobCondition = { sql: '1', values: [] };
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

  parse(): JobCondition {
    let all = everything;
    while (this.#at < this.#tokens.length) {
      const before = this.#at;
      all = join(all, 'AND', this.#either(0));
      // A closing parenthesis that nothing opened is skipped.
      if (this.#at === before) this.#at += 1;
    }
    return all;
  }

  #either(depth: number): JobCondition {
    let left = this.#both(depth);
    while (this.#takeWord('or')) left = join(left, 'OR', this.#both(depth));
    return left;
  }

  #both(depth: number): JobCondition {
    let left = this.#one(depth);
    while (this.#at < this.#tokens.length && !this.#isWord('or') && !this.#isBracket(')')) {
      const named = this.#takeWord('and');
      if (named && this.#at >= this.#tokens.length) break;
      left = join(left, 'AND', this.#one(depth));
    }
    return left;
  }

  #one(depth: number): JobCondition {
    if (this.#isBracket(')')) return everything;
    if (depth < 50 && this.#takeWord('not')) {
      const { sql, values } = this.#one(depth + 1);
      return { sql: `NOT (${sql})`, values };
    }
    if (depth < 50 && this.#isBracket('(')) {
      this.#at += 1;
      const inner = this.#either(depth + 1);
      if (this.#isBracket(')')) this.#at += 1;
      return inner;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token === undefined ? everything : this.#condition(token);
  }

  #condition({ text, facet }: Token): JobCondition {
    switch (facet) {
      case '#':
        return inList('tags', text);
      case 'owner':
        return { sql: '? = ?', values: [text.toLowerCase(), this.#owner.toLowerCase()] };
      case 'comment':
        return { sql: 'instr(lower(comments), ?) > 0', values: [text.toLowerCase()] };
      case 'project':
        return { sql: 'lower(project_id) IS ?', values: [text.toLowerCase()] };
      case 'software':
        return inAnalyses(['name', 'code'], text);
      case 'version':
        return inAnalyses(['version', 'versionName'], text);
      default:
        return { sql: 'instr(search_text, ?) > 0', values: [text.toLowerCase()] };
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

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#at += 1;
    return true;
  }
}

function join(left: JobCondition, operator: 'AND' | 'OR', right: JobCondition): JobCondition {
  const values: SqlValue[] = [...left.values, ...right.values];
  return { sql: `(${left.sql} ${operator} ${right.sql})`, values };
}

function inList(column: string, text: string): JobCondition {
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(${column}) WHERE lower(value) = ?)`,
    values: [text.toLowerCase()],
  };
}

function inAnalyses(fields: readonly string[], text: string): JobCondition {
  const matches = fields.map(
    (field) => `instr(lower(json_extract(value, '$.analysis.${field}')), ?) > 0`,
  );
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(record, '$.jobanalyses') WHERE ${matches.join(' OR ')})`,
    values: fields.map(() => text.toLowerCase()),
  };
}
