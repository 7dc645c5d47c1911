import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, Node } from 'yaml';
import type { DocumentPlace } from './issues.ts';

/** @returns where the longest part of the path that exists begins, in characters of the text */
export function offsetOf(document: Document, place: DocumentPlace, text: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of place.path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.findLast(
        (item) => isScalar(item.key) && String(item.key.value) === step,
      );
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

/** The place of characters of a one-line scalar in the file: after its quote, and as written where nothing is escaped. */
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

/** @returns where a node begins; undefined for what isn't one */
export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
