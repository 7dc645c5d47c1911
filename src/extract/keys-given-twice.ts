/** Keys that stand twice in one map of a JSON text: a parser takes the last of them without a word. */

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gu;

/** A map or list that is open. */
interface OpenPart {
  readonly isMap: boolean;
  /** Whether the way to the value leads here. */
  readonly isOnWay: boolean;
  /** Of a map the key that was read last, of a list the place: what stands behind it. */
  at: string;
  /** How often the map has the key that the way takes. */
  times: number;
}

/**
 * @param text JSON that can be parsed
 * @param way to a value: keys of maps, and places in lists
 * @returns the first key on that way that its map has twice; undefined where there is none
 */
export function keyGivenTwice(text: string, way: readonly string[]): string | undefined {
  // Most texts have none of the keys a second time, and they may be large.
  if (!way.some((key) => mayStandTwice(text, key))) return undefined;
  const open: OpenPart[] = [];
  let isKeyNext = false;
  for (const [found] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (found === '{' || found === '[') {
      const isOnWay = !inner || (inner.isOnWay && inner.at === way[open.length - 1]);
      open.push({ isMap: found === '{', isOnWay, at: '0', times: 0 });
    } else if (found === '}' || found === ']') open.pop();
    else if (found === ',' && inner?.isMap === false) inner.at = String(Number(inner.at) + 1);
    else if (found.startsWith('"') && isKeyNext && inner) {
      inner.at = JSON.parse(found) as string;
      if (inner.isOnWay && inner.at === way[open.length - 1]) inner.times += 1;
      if (inner.times > 1) return inner.at;
    }
    isKeyNext = open.at(-1)?.isMap === true && (found === '{' || found === ',');
  }
  return undefined;
}

function mayStandTwice(text: string, key: string): boolean {
  // A key may be written with escapes.
  const written = /^[ !#-.0-[\]-~]*$/u.test(key) ? JSON.stringify(key) : '"';
  const first = text.indexOf(written);
  return first >= 0 && (text.includes(written, first + 1) || text.includes('\\u'));
}
