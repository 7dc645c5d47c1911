/**
 * YAML text -> plain data with a place for every path. Refuses what has two readings (`012`, `0x10`, doubled keys, tabs)
 * and what would cost time or memory (aliases upon aliases, deep nesting, megabytes) before anything else looks at it.
 */
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import type { Document, Node } from 'yaml';
import { describeYamlError } from './describe-yaml-error.ts';
import type { DocumentPlace, FoundIssue } from './issues.ts';
import { scalarIssue } from './scalar-issue.ts';

/** Largest study file that is read, in bytes. */
export const maxStudyFileBytes = 1_000_000;
/** Most commas, colons and lines: the parser takes some microseconds for each. */
const maxEntries = 100_000;
const maxDepth = 40;
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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const issues: FoundIssue[] = [];
  for (const error of [...document.errors, ...document.warnings]) {
    issues.push({ place: placeAt(error.pos[0]), ...describeYamlError(error, text) });
    // Findings after a fault of the syntax are mostly its echoes.
    if (!standsAlone.has(error.code)) break;
  }
  if (issues.length > 0) return { issues };
  visit(document, {
    Pair: (_key, { key }) => {
      if (isScalar(key) && typeof key.value === 'string') return;
      const offset = startOf(key) ?? 0;
      const message = 'Expected a name as key, got something else';
      issues.push({ place: placeAt(offset), message, hint: 'put it into quotes' });
    },
    Scalar: (key, node, parents) => {
      if (key === 'key') return;
      const parent = parents.at(-1);
      const field = isPair(parent) && isScalar(parent.key) ? String(parent.key.value) : undefined;
      const found = scalarIssue(node, field ?? fieldOfList(parents));
      if (found) issues.push({ place: placeAt(node.range?.[0] ?? 0), ...found });
    },
  });
  if (issues.some(({ message }) => message.startsWith('Expected a name as key'))) return { issues };
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

function findSizeIssue(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxStudyFileBytes) {
    return `Expected a study file of at most 1 MB, got ${(bytes / 1e6).toFixed(1)} MB`;
  }
  const entries = text.match(/[,:\n]/gu)?.length ?? 0;
  return entries > maxEntries
    ? `Expected a study file of at most ${maxEntries} entries, got about ${entries}`
    : undefined;
}

/** Brackets and indentation are counted before parsing, as both parser and checks go down by recursion. */
function findDepthIssue(text: string, file: string): FoundIssue | undefined {
  let depth = 0;
  for (const [index, lineText] of text.split('\n').entries()) {
    const dashes = /^(?:[ ]*-[ ])*/u.exec(lineText)?.[0].replace(/[^-]/gu, '').length ?? 0;
    for (let column = 0; column < lineText.length; column += 1) {
      const sign = lineText[column];
      if (sign === '[' || sign === '{') depth += 1;
      if ((sign === ']' || sign === '}') && depth > 0) depth -= 1;
      if (depth > 200 || dashes > maxDepth) {
        const message = `Expected at most ${maxDepth} levels inside each other`;
        return {
          place: { file, line: index + 1, column: column + 1 },
          message,
          hint: 'flatten it',
        };
      }
    }
  }
  return undefined;
}

function offsetOf(document: Document, place: DocumentPlace, text: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of place.path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === step);
      if (!pair) break;
      const isLast = index === place.path.length - 1;
      offset = startOf(pair.key) ?? offset;
      if (isLast && place.atKey === true) return offset;
      node = pair.value;
      if (isNode(node) && startOf(node) !== undefined && !isEmpty(node))
        offset = startOf(node) ?? offset;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      offset = startOf(node) ?? offset;
    } else if (step === 'options') {
      continue;
    } else break;
  }
  return offset + offsetInside(node, place.offset, offset, text);
}

/** Where characters of a one-line scalar stand in the file: after its quote, and as written where nothing is escaped. */
function offsetInside(
  node: unknown,
  offset: number | undefined,
  start: number,
  text: string,
): number {
  if (offset === undefined || !isScalar(node) || typeof node.value !== 'string') return 0;
  const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? 1 : 0;
  const isVerbatim = text.startsWith(node.value, start + quoted);
  return isVerbatim ? offset + quoted : 0;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
