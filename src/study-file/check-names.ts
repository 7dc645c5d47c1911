import { expressionWords } from '../expressions/tokens.ts';
import type { IssueList } from './issues.ts';
import type { WrittenVariable } from './variable-schema.ts';

/** Columns that the results table has beside the variables, and what templates may use beside them. */
const reservedColumns: ReadonlySet<string> = new Set(
  'run case replicate status attempts reason seed'.split(' '),
);
/** Words that templates read as operators. */
const templateWords: ReadonlySet<string> = new Set('gt gte lt lte as using'.split(' '));
/** Names that every JavaScript object has. */
const objectNames: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype)
    .map((name) => name.toLowerCase())
    .concat('prototype'),
);
const maxLength = 64;

/** @returns whether a name means something else already: a column of the tables, or a word of a language */
export function isReservedName(name: string): boolean {
  const key = name.toLowerCase();
  return [reservedColumns, expressionWords, templateWords, objectNames].some((words) =>
    words.has(key),
  );
}

/** Names are identifiers, unique ignoring case, and mean nothing else anywhere. */
export function checkNames(
  variables: readonly { readonly written: WrittenVariable; readonly index: number }[],
  issues: IssueList,
): void {
  const seen = new Map<string, string>();
  for (const { written, index } of variables) {
    const { name } = written;
    const path = ['variables', index, 'name'];
    const key = name.toLowerCase();
    const shown = JSON.stringify(name.slice(0, 40));
    const first = seen.get(key);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name)) {
      const hint = identifierHint(name);
      issues.at(
        path,
        `Expected a name of letters, digits and \`_\` that begins with a letter, got ${shown}`,
        hint,
      );
    } else if (name.length > maxLength) {
      issues.at(
        path,
        `Expected a name of at most ${maxLength} characters, got ${name.length}`,
        'put the rest into `label`',
      );
    } else if (reservedColumns.has(key)) {
      issues.at(
        path,
        `Expected a name of your own, got ${shown}, a column of the results table`,
        `such as \`${name}_value\`, and \`label\` for what people read`,
      );
    } else if (expressionWords.has(key) || templateWords.has(key) || objectNames.has(key)) {
      issues.at(
        path,
        `Expected a name of your own, got ${shown}, a word of the language`,
        `such as \`${name.replace(/^_+/u, '')}_value\`, and \`label\` for what people read`,
      );
    } else if (first !== undefined) {
      const as = first === name ? 'again' : `beside \`${first}\``;
      issues.at(
        path,
        `Expected names that differ in more than case, got ${shown} ${as}`,
        'rename one of them',
      );
    }
    if (first === undefined) seen.set(key, name);
  }
}

function identifierHint(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
    .replace(/^(?=\d)/u, 'x');
  if (plain === '') return 'use `label` for what people read';
  const free = isReservedName(plain) ? `${plain}_value` : plain;
  return `such as \`${free.slice(0, maxLength)}\`, and \`label\` for what people read`;
}
