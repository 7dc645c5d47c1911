/** zod's findings -> sentences: expected …, got …, with a hint and the place. */
import type { z } from 'zod';
import type { DocumentPath, IssueList } from './issues.ts';
import { kindHint } from './kind-hint.ts';
import { showValue } from './show-value.ts';
import { valueAt } from './value-at.ts';

type Issue = z.core.$ZodIssue;

/** @param root the whole document, to quote what is there */
export function addShapeIssues(issues: IssueList, found: readonly Issue[], root: unknown): void {
  for (const issue of found) addOne(issues, issue, [], root);
}

function addOne(issues: IssueList, issue: Issue, base: DocumentPath, root: unknown): void {
  const path: DocumentPath = [...base, ...issue.path.map((step) => toStep(step))];
  const value = valueAt(root, path);
  const got = showValue(value);
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined && path.length > 0) {
        const name = String(path.at(-1));
        const parent = path.slice(0, -1);
        issues.at(
          parent,
          `\`${name}\` (${kindName(issue.expected)}) is missing`,
          `add \`${name}: …\``,
        );
        return;
      }
      if (value === null && path.length === 0) {
        const hint = '`doeflow init` writes a study that runs';
        issues.at(path, 'Expected a study, got an empty file', hint);
        return;
      }
      issues.at(
        path,
        `Expected ${kindName(issue.expected)}, got ${got}`,
        kindHint(issue.expected, value, path),
      );
      return;
    case 'invalid_value': {
      const options = issue.values.map(String);
      if (value === undefined) {
        const name = String(path.at(-1));
        issues.at(path.slice(0, -1), `\`${name}\` is missing`, `one of: ${options.join(', ')}`);
        return;
      }
      issues.at(path, `Expected one of ${options.join(', ')}, got ${got}`, wordHint(path));
      return;
    }
    case 'invalid_union':
      addUnion(issues, issue, path, root);
      return;
    case 'too_small':
    case 'too_big':
      issues.at(path, sizeMessage(issue, got), sizeHint(path));
      return;
    case 'invalid_format':
      issues.at(
        path,
        `Expected lower-case letters, digits and hyphens, got ${got}`,
        nameHint(value),
      );
      return;
    case 'invalid_key':
    case 'invalid_element':
      for (const inner of issue.issues) addOne(issues, inner, path, root);
      return;
    default:
      issues.at(path, `${issue.message}, got ${got}`);
  }
}

function addUnion(
  issues: IssueList,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: DocumentPath,
  root: unknown,
): void {
  const value = valueAt(root, path);
  if (issue.discriminator !== undefined || issue.errors.length === 0) {
    const types = 'Param, Design, Case, Output, Constraint, Objective';
    const written = valueAt(root, path);
    if (written === undefined) {
      issues.at(path.slice(0, -1), '`type` is missing', `one of: ${types}`);
      return;
    }
    issues.at(path, `Expected one of ${types}, got ${showValue(written)}`);
    return;
  }
  const near = issue.errors.filter((branch) =>
    branch.every(
      (one) => one.path.length > 0 || (one.code !== 'invalid_type' && one.code !== 'invalid_value'),
    ),
  );
  // A number or a list of numbers: what isn't a list was meant as the number.
  const scalar = issue.errors.filter(([first]) => !expectsList(first));
  const single = Array.isArray(value) || scalar.length === issue.errors.length ? near : scalar;
  if (near.length === 0 && single.length === 1) near.push(...single);
  const [only] = near;
  if (near.length === 1 && only) {
    for (const inner of only) addOne(issues, inner, path, root);
    return;
  }
  const kinds = new Set<string>();
  const options: string[] = [];
  for (const inner of issue.errors.flat()) {
    if (inner.code === 'invalid_type') kinds.add(kindName(inner.expected));
    if (inner.code === 'invalid_value') options.push(...inner.values.map(String));
  }
  const wanted = [...options.map((option) => `\`${option}\``), ...kinds].join(' or ');
  issues.at(
    path,
    `Expected ${wanted}, got ${showValue(value)}`,
    kindHint(kinds.has('a number') ? 'number' : 'object', value, path),
  );
}

/** Where words that were not understood are explained. */
function wordHint(path: DocumentPath): string | undefined {
  return path.join('.') === 'design.method'
    ? '`doeflow designs` tells when to use which'
    : undefined;
}

function expectsList(issue: Issue | undefined): boolean {
  return issue?.code === 'invalid_type' && issue.expected === 'array' && issue.path.length === 0;
}

function sizeMessage(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  got: string,
): string {
  const [word, limit] =
    issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  if (issue.origin === 'array') return `Expected ${word} ${limit} entries, got ${got}`;
  if (issue.origin === 'string') {
    return limit === 1
      ? 'Expected a text, got an empty one'
      : `Expected ${word} ${limit} characters, got ${got}`;
  }
  // A share, of which neither end is one.
  if (issue.inclusive === false) {
    const side = issue.code === 'too_small' ? 'more than' : 'less than';
    return `Expected a number of ${side} ${limit}, got ${got}`;
  }
  return `Expected a number of ${word} ${limit}, got ${got}`;
}

function sizeHint(path: DocumentPath): string | undefined {
  switch (path.at(-1)) {
    case 'slots':
      return 'how many runs may run at the same time: write at least 1, or leave it out for 1';
    case 'runs':
      return 'how many rows the design has, such as 100';
    case 'seed':
      return `a whole number of 0 .. ${Number.MAX_SAFE_INTEGER}`;
    default:
      return undefined;
  }
}

function kindName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a map',
    record: 'a map',
  };
  return names[expected] ?? expected;
}

function nameHint(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  return name === '' ? undefined : `such as \`${name}\``;
}

function toStep(step: PropertyKey): string | number {
  return typeof step === 'symbol' ? String(step) : step;
}
