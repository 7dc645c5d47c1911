/** A text that isn't longer than a figure bears. */
export function clipped(text: string, most = 28): string {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : text;
}

/** Names that aren't longer than so many letters, and still differ where they did: cut at the end, in the middle, or with their place. */
export function clippedNames(names: readonly string[], most: number): readonly string[] {
  const ways = [
    (name: string) => clipped(name, most),
    (name: string) => cutInside(name, most),
    (name: string, place: number) =>
      name.length > most
        ? `${[...name].slice(0, Math.max(1, most - 3)).join('')}…${place + 1}`
        : name,
  ];
  const different = new Set(names).size;
  const found = ways
    .map((way) => names.map(way))
    .find((texts) => new Set(texts).size === different);
  return found ?? names;
}

function cutInside(name: string, most: number): string {
  const signs = [...name];
  if (signs.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${signs.slice(0, most - 1 - end).join('')}…${end === 0 ? '' : signs.slice(-end).join('')}`;
}
