/** How many a reason names. */
const mostNamed = 3;

/** The first of these, and how many there are. */
export function named(list: readonly string[]): string {
  const rest = list.length > mostNamed ? `, … (${list.length})` : '';
  return list.slice(0, mostNamed).join(', ') + rest;
}
