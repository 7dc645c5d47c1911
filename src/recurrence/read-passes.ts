import type { DocumentFolder } from '../objects/index.ts';
import { passTimeOf, recurrenceLayout, type OccurrenceResult } from './recurrence-layout.ts';

/** Times of all occurrences that left something, the latest first. */
export async function listPassTimes(folder: DocumentFolder): Promise<readonly string[]> {
  const { folders } = await folder.list(recurrenceLayout.allPasses);
  return folders.map(passTimeOf).sort().reverse();
}

/** The latest occurrence before a time that was closed under the same order; undefined where there is none. */
export async function findResultBefore(
  folder: DocumentFolder,
  { passTime, orderCreatedAt }: { readonly passTime: string; readonly orderCreatedAt: string },
): Promise<OccurrenceResult | undefined> {
  for (const earlier of await listPassTimes(folder)) {
    if (earlier >= passTime) continue;
    const result = await folder.find(recurrenceLayout.result(earlier));
    if (result?.orderCreatedAt === orderCreatedAt) return result;
  }
  return undefined;
}
