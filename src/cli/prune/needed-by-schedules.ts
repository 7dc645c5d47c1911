/** Studies that recurring ones are compared with: those that a schedule has under way, its latest, and the reference of the next. */
import { recurrenceLayout, listPassTimes } from '../../recurrence/index.ts';
import type { DocumentFolder, Store } from '../../store/index.ts';
import { lookForOrder } from '../found-order.ts';

/** Study id -> why it stays. */
export async function neededBySchedules(store: Store): Promise<ReadonlyMap<string, string>> {
  const needed = new Map<string, string>();
  for (const name of await store.listStandingOrders('recurrences')) {
    const folder = store.standingOrder('recurrences', name);
    // One whose order can't be read may be mended: its studies stay.
    if ((await lookForOrder(folder, name, recurrenceLayout.order)) === undefined) continue;
    await addNeeded(folder, name, needed);
  }
  return needed;
}

async function addNeeded(
  folder: DocumentFolder,
  name: string,
  needed: Map<string, string>,
): Promise<void> {
  let isLatest = true;
  let hasReference = false;
  for (const passTime of await listPassTimes(folder)) {
    const result = await folder.find(recurrenceLayout.result(passTime));
    if (result === undefined) {
      const prepared = await folder.find(recurrenceLayout.prepared(passTime));
      if (prepared !== undefined)
        needed.set(prepared.studyId, `schedule ${name} has not closed it`);
      continue;
    }
    if (isLatest) needed.set(result.studyId, `it is the latest of schedule ${name}`);
    if (!hasReference && result.reference !== undefined) {
      needed.set(result.reference.studyId, `schedule ${name} compares the next one with it`);
      hasReference = true;
    }
    isLatest = false;
  }
}
