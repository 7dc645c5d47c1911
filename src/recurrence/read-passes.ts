import type { DocumentFolder } from '../objects/index.ts';
import { passTimeOf, recurrenceLayout, type OccurrenceResult } from './recurrence-layout.ts';

/** Times of all occurrences that left something, the latest first. */
export async function listPassTimes(folder: DocumentFolder): Promise<readonly string[]> {
  const { folders } = await folder.list(recurrenceLayout.allPasses);
  return folders.map(passTimeOf).sort().reverse();
}

/**
 * With what an occurrence is compared: the reference of the latest one before it, under the same order, that has one and was run. One that was
 * skipped has no say, as it may have been closed before earlier ones were.
 */
export async function findReferenceBefore(
  folder: DocumentFolder,
  { passTime, orderCreatedAt }: { readonly passTime: string; readonly orderCreatedAt: string },
): Promise<OccurrenceResult['reference']> {
  for (const earlier of await listPassTimes(folder)) {
    if (earlier >= passTime) continue;
    const result = await folder.find(recurrenceLayout.result(earlier));
    if (result?.orderCreatedAt !== orderCreatedAt || result.comparison === 'skipped') continue;
    if (result.reference !== undefined) return result.reference;
  }
  return undefined;
}

/** Of an order's own times, those for which nothing came, though no other occurrence was under way then; in the order given. */
export async function findNeverCame(
  folder: DocumentFolder,
  ownTimes: readonly Date[],
): Promise<readonly string[]> {
  const came = await listPassTimes(folder);
  const known = new Set(came);
  const missing = ownTimes.map((time) => time.toISOString()).filter((time) => !known.has(time));
  if (missing.length === 0) return [];
  const [earliest = ''] = [...missing].sort();
  const spans: (readonly [string, string | undefined])[] = [];
  for (const time of came) {
    const prepared = await folder.find(recurrenceLayout.prepared(time));
    if (prepared === undefined) continue;
    const closedAt = (await folder.find(recurrenceLayout.result(time)))?.closedAt;
    spans.push([prepared.preparedAt, closedAt]);
    if (time < earliest) break;
  }
  return missing.filter(
    (time) => !spans.some(([from, to]) => from <= time && (to === undefined || time <= to)),
  );
}
