/** Such as `3, 7-9`. */
export function rangesOf(runs: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const run of runs) {
    const latest = ranges.at(-1);
    if (latest?.[1] === run - 1) latest[1] = run;
    else ranges.push([run, run]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
}
