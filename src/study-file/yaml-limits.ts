import type { FoundIssue } from './issues.ts';

/** Largest study file that is read, in bytes. */
export const maxStudyFileBytes = 1_000_000;
/** Most commas, colons and lines: the parser takes some microseconds for each. */
const maxEntries = 100_000;
/** The parser compares each key of a map with all others. */
const maxColons = 20_000;
/** Finding what one stands for takes a walk through the whole file. */
export const maxAliases = 100;
const maxDepth = 40;

/** @returns what is too much about the text, before it is parsed */
export function findSizeIssue(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxStudyFileBytes) {
    return `Expected a study file of at most 1 MB, got ${(bytes / 1e6).toFixed(1)} MB`;
  }
  const entries = text.match(/[,:\n]/gu)?.length ?? 0;
  if (entries > maxEntries) {
    return `Expected a study file of at most ${maxEntries} entries, got about ${entries}`;
  }
  const colons = text.match(/:/gu)?.length ?? 0;
  return colons > maxColons
    ? `Expected a study file of at most ${maxColons} fields, got about ${colons}`
    : undefined;
}

/** Brackets and indentation are counted before parsing, as both parser and checks go down by recursion. */
export function findDepthIssue(text: string, file: string): FoundIssue | undefined {
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
