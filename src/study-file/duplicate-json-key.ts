/** Keys that stand twice in one map of a JSON text: a parser takes the last of them without a word. */

/** Where the second one stands. */
export interface DuplicateKey {
  readonly key: string;
  /** From 1. */
  readonly line: number;
}

/** The first such key; undefined where there is none. @param text JSON that can be parsed */
export function findDuplicateKey(text: string): DuplicateKey | undefined {
  /** Of each map or list that is open, from the outermost: the keys so far; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isKeyNext = false;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gu)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    const keys = open.at(-1);
    if (token.startsWith('"') && isKeyNext && keys) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return { key, line: text.slice(0, index).split('\n').length };
      keys.add(key);
    }
    isKeyNext = keys !== undefined && (token === '{' || token === ',');
  }
  return undefined;
}
