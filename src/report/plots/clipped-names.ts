/** A text that isn't longer than a figure bears: cut in its middle, as names differ at their ends and units stand there. */
export function clipped(text: string, most = 28): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${signs.slice(0, most - 1 - end).join('')}…${end === 0 ? '' : signs.slice(-end).join('')}`;
}

/** Names that aren't longer than so many letters, and still differ where they did: cut in the middle, at the end, or with their place. */
export function clippedNames(names: readonly string[], most: number): readonly string[] {
  const all = [...new Set(names)];
  const ways = [
    (name: string) => clipped(name, most),
    (name: string) => headOf(name, most, '…'),
    (name: string) => headOf(name, most, `…${all.indexOf(name) + 1}`),
  ];
  const found = ways.find((way) => new Set(all.map(way)).size === all.length);
  return found === undefined ? names : names.map(found);
}

function headOf(name: string, most: number, mark: string): string {
  const signs = [...name];
  if (signs.length <= most) return name;
  return `${signs.slice(0, Math.max(1, most - mark.length)).join('')}${mark}`;
}
