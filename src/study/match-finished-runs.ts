/** A run that is planned, by what decides its result. */
interface PlannedKey {
  readonly run: number;
  readonly key: string;
}

/**
 * Which finished run stands for which planned one: the nth planned run of a key takes the nth finished one, so that replicates are never made of one
 * run.
 */
export function matchFinishedRuns<Finished>(
  planned: Iterable<PlannedKey>,
  finished: ReadonlyMap<string, readonly Finished[]>,
): readonly { readonly run: number; readonly from: Finished }[] {
  const taken = new Map<string, number>();
  const matched: { run: number; from: Finished }[] = [];
  for (const { run, key } of planned) {
    const nth = taken.get(key) ?? 0;
    taken.set(key, nth + 1);
    const from = finished.get(key)?.[nth];
    if (from !== undefined) matched.push({ run, from });
  }
  return matched;
}
