/**
 * What stands in `now` behind all that was seen before; undefined where the two have nothing in common.
 * @param seen end of what was seen, from the start of a line
 * @param now the log from some line on, which may be a later one than the first of `seen`
 */
export function logGrowth(seen: string, now: string): string | undefined {
  for (let rest = seen; ;) {
    if (now.startsWith(rest)) return now.slice(rest.length);
    const next = rest.indexOf('\n');
    if (next === -1) return undefined;
    rest = rest.slice(next + 1);
  }
}
