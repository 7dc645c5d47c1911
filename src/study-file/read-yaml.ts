/**
 * YAML text -> plain data with a place for every path, as it was meant where a single value is written wrongly. Refuses what has two readings (`012`, `0x10`, doubled keys, tabs)
 * and what would cost time or memory (aliases upon aliases, deep nesting, megabytes) before anything else looks at it.
 */
import { isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { aliasIssue } from './alias-issue.ts';
import { describeYamlError } from './describe-yaml-error.ts';
import type { DocumentPlace, FoundIssue } from './issues.ts';
import { keyIssue } from './key-issue.ts';
import { offsetOf, startOf } from './locate-in-yaml.ts';
import { scalarIssue } from './scalar-issue.ts';
import { findDepthIssue, findSizeIssue, maxAliases } from './yaml-limits.ts';

const maxAliasCount = 100;
const standsAlone: ReadonlySet<string> = new Set(['DUPLICATE_KEY', 'TAG_RESOLVE_FAILED']);

/** A study file as plain data. */
export interface YamlFile {
  readonly value: unknown;
  /** The place of the longest part of the path that exists; lines and columns from 1. */
  readonly locate: (place: DocumentPlace) => { line: number; column: number };
}

/** What reading gives: the data where the text is sound, else findings with their lines and columns. */
export type YamlResult =
  | { readonly file: YamlFile; readonly issues: readonly FoundIssue[] }
  | { readonly file?: undefined; readonly issues: readonly FoundIssue[] };

/** @param name of the file, for findings */
export function readYaml(text: string, name: string): YamlResult {
  const sizeIssue = findSizeIssue(text);
  if (sizeIssue) {
    const hint =
      'put long lists of values into a CSV: `design: {method: table, file: …}` or `caseFile`';
    return { issues: [{ place: { file: name, line: 1, column: 1 }, message: sizeIssue, hint }] };
  }
  const depthIssue = findDepthIssue(text, name);
  if (depthIssue) return { issues: [depthIssue] };
  const lines = new LineCounter();
  // Merge keys are refused; that their fields are there all the same keeps the refusal without echoes.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const issues: FoundIssue[] = [];
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    const message = 'Expected a text, got a NUL character, which no text has';
    const hint = 'take it out; a whole file of them was saved as UTF-16: save it as UTF-8';
    return { issues: [{ place: placeAt(nul), message, hint }] };
  }
  for (const error of [...document.errors, ...document.warnings]) {
    const { offset, message, hint } = describeYamlError(error, text);
    issues.push({ place: placeAt(offset), message, hint });
    // Findings after a fault of the syntax are mostly its echoes.
    if (!standsAlone.has(error.code)) break;
  }
  const isDoubledOnly = document.errors.every(({ code }) => code === 'DUPLICATE_KEY');
  if (!isDoubledOnly || document.warnings.length > 0) return { issues };
  const excess = excessAlias(document);
  if (excess !== undefined) {
    const message = `Expected at most ${maxAliases} aliases, got more`;
    issues.push({ place: placeAt(excess), message, hint: 'write the values out' });
    return { issues };
  }
  let isReadable = true;
  visit(document, {
    Pair: (_key, pair, parents) => {
      const found = keyIssue(pair, parents.at(-1), text);
      if (!found) return undefined;
      isReadable &&= found.isReadable;
      issues.push({ place: placeAt(found.offset), message: found.message, hint: found.hint });
      return found.mend?.() === true ? visit.REMOVE : undefined;
    },
    Alias: (_key, node, parents) => {
      const found = aliasIssue(node, parents, document);
      if (!found) return;
      isReadable = false;
      issues.push({ place: placeAt(startOf(node) ?? 0), ...found });
    },
    Scalar: (key, node, parents) => {
      if (key === 'key') return;
      const parent = parents.at(-1);
      const field = isPair(parent) && isScalar(parent.key) ? String(parent.key.value) : undefined;
      const found = scalarIssue(node, field ?? fieldOfList(parents));
      if (!found) return;
      const { meant, ...issue } = found;
      issues.push({ place: placeAt(node.range?.[0] ?? 0), ...issue });
      if (meant !== undefined) node.value = meant;
    },
  });
  if (!isReadable) return { issues };
  const data = toData(document);
  if ('problem' in data) {
    return { issues: [{ place: placeAt(data.offset), ...data.problem }] };
  }
  const file: YamlFile = {
    value: data.value,
    locate: (place) => placeAt(offsetOf(document, place, text)),
  };
  return { file, issues };
}

/** Where the first alias stands that is too many; undefined where all may be looked at. */
function excessAlias(document: Document): number | undefined {
  let count = 0;
  let excess: number | undefined;
  visit(document, {
    Alias: (_key, node) => {
      count += 1;
      if (count <= maxAliases) return undefined;
      excess = startOf(node) ?? 0;
      return visit.BREAK;
    },
  });
  return excess;
}

/** The field whose list holds a scalar, such as `values`. */
function fieldOfList(parents: readonly unknown[]): string | undefined {
  const pair = parents.at(-2);
  return isSeq(parents.at(-1)) && isPair(pair) && isScalar(pair.key)
    ? String(pair.key.value)
    : undefined;
}

type Data =
  | { readonly value: unknown }
  | { readonly problem: { message: string; hint: string }; readonly offset: number };

function toData(document: Document): Data {
  try {
    return { value: document.toJS({ maxAliasCount }) as unknown };
  } catch (error) {
    let offset = 0;
    visit(document, {
      Alias: (_key, node) => {
        offset = node.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Expected aliases that can be unfolded, got: ${reason}`;
    return { problem: { message, hint: 'write the values out' }, offset };
  }
}
