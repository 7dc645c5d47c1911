import { printable } from '../../printable.ts';

/** A text that isn't longer than a figure bears, without marks that reorder what stands behind them: cut in its middle, as names differ at their ends and units stand there. */
export function clipped(text: string, most = 28): string {
  const signs = [...printable(text)];
  if (signs.length <= most) return signs.join('');
  const end = Math.floor((most - 1) / 2);
  return `${signs.slice(0, most - 1 - end).join('')}…${end === 0 ? '' : signs.slice(-end).join('')}`;
}

/**
 * Names that aren't longer than so many letters, and still differ where they did: cut in the middle, at the end, or to what tells each from those that are most
 * like it; without marks that reorder text, whose end may be cut off. Where nothing so short does, they are as long as they must be: a number in place of the rest would read as a part of the name.
 */
export function clippedNames(given: readonly string[], most: number): readonly string[] {
  const names = given.map(printable);
  const all = [...new Set(names)];
  const telling = new Map(all.map((name) => [name, tellingPart(name, all)]));
  const ways = [
    (name: string) => clipped(name, most),
    (name: string) => headOf(name, most),
    (name: string) => around(name, telling.get(name) ?? [0, 0], most),
  ];
  const found = ways.find((way) => new Set(all.map(way)).size === all.length);
  return found === undefined ? names : names.map(found);
}

function headOf(name: string, most: number): string {
  const signs = [...name];
  if (signs.length <= most) return name;
  return `${signs.slice(0, Math.max(1, most - 1)).join('')}…`;
}

/** Where a name differs from those that begin or end most like it, as whole words: from the first letter to the one behind the last. */
function tellingPart(name: string, all: readonly string[]): readonly [number, number] {
  const signs = [...name];
  let [begin, end] = [0, 0];
  for (const other of all) {
    if (other === name) continue;
    const others = [...other];
    begin = Math.max(begin, alike(signs, others));
    end = Math.max(end, alike(signs.toReversed(), others.toReversed()));
  }
  const isWord = (sign: string | undefined): boolean => /[\p{L}\p{N}]/u.test(sign ?? '');
  let from = Math.max(0, Math.min(begin, signs.length - end - 1));
  let to = Math.min(signs.length, Math.max(begin + 1, signs.length - end));
  while (isWord(signs[from - 1])) from -= 1;
  while (isWord(signs[to])) to += 1;
  return [from, to];
}

/** How many signs are equal from the start on. */
function alike(some: readonly string[], others: readonly string[]): number {
  const differ = some.findIndex((sign, place) => sign !== others[place]);
  return differ < 0 ? some.length : differ;
}

/** A name with that part of it, and as much of its beginning as there is room for. */
function around(name: string, [from, to]: readonly [number, number], most: number): string {
  const signs = [...name];
  if (signs.length <= most) return name;
  const behind = to < signs.length ? '…' : '';
  const room = most - (to - from) - 1 - behind.length;
  const before =
    room >= from ? signs.slice(0, from).join('') : `${signs.slice(0, Math.max(0, room)).join('')}…`;
  return `${before}${signs.slice(from, to).join('')}${behind}`;
}
