import { listResource } from '../list-resource.ts';
import { collect } from '../pages.ts';
import type { ListOptions } from '../call-options.ts';
import { statusEntrySchema } from '../schemas/index.ts';
import type { StatusEntry } from '../schemas/index.ts';
import type { Transport } from '../transport/transport.ts';

/** A history of statuses at `path`, newest first, also where a platform gives it oldest first. */
export async function* readHistory(
  transport: Transport,
  path: string,
  options?: ListOptions,
): AsyncGenerator<StatusEntry, void, undefined> {
  const rows = listResource(
    transport,
    { path, item: statusEntrySchema, keyOf: keyOfEntry },
    options,
  );
  yield* newestFirst(await collect(rows));
}

/** Entries as given, turned round when every date says that they stand oldest first. */
export function newestFirst(entries: readonly StatusEntry[]): readonly StatusEntry[] {
  const dates = entries.map((entry) => Date.parse(entry.statusDate ?? ''));
  const oldestFirst = dates.every((date, i) => i === 0 || (dates[i - 1] ?? NaN) <= date);
  const differ = (dates.at(-1) ?? NaN) > (dates[0] ?? NaN);
  return oldestFirst && differ ? entries.toReversed() : entries;
}

function keyOfEntry(entry: StatusEntry): string {
  return JSON.stringify([entry.id, entry.statusDate, entry.status, entry.statusReason]);
}
