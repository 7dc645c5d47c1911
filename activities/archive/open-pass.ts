import { archiveLayout } from '../../src/archive/index.ts';
import type { ArchiveOrderSummary, PassTarget } from '../../src/run/archive-contract.ts';
import type { DocumentFolder } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireOrderedTime } from '../ordered-time.ts';
import { destinationKeyOf } from './open-archive.ts';
import { requireNotHeld } from './why-held.ts';

/** Reads the archive's order, and notes when the pass began. @throws ApplicationFailure ARCHIVE_HELD where the archive is paused */
export async function openPass(
  dependencies: ActivityDependencies,
  { archive, passTime }: PassTarget,
  _run: ActivityRun,
): Promise<ArchiveOrderSummary> {
  const { store, now } = dependencies;
  const folder = store.standingOrder('archives', archive);
  await requireNotHeld(folder, { archive, passTime });
  const order = await folder.read(archiveLayout.order);
  const { destination, deleteJobs, approve, createdAt, timing } = order;
  const opened = await folder.find(archiveLayout.opened(passTime));
  // Nothing starts passes of an order without a timing.
  if (timing !== undefined && opened?.orderCreatedAt !== createdAt) {
    const what = { passTime, now: now(), name: `archive ${archive}` };
    await requireOrderedTime(folder, { createdAt, timing }, what);
  }
  if (opened !== undefined && opened.orderCreatedAt !== createdAt) await forget(folder, passTime);
  const note = { at: now().toISOString(), orderCreatedAt: createdAt };
  await folder.create(archiveLayout.opened(passTime), note);
  const destinationKey = await destinationKeyOf(dependencies, folder, order);
  return { destinationKey, destination, deleteJobs, approve };
}

/** Removes what a pass for the same time did under an order that was taken back: it chose by another rule, or for another destination. */
async function forget(folder: DocumentFolder, passTime: string): Promise<void> {
  const { prefix } = archiveLayout.pass(passTime);
  const opened = archiveLayout.opened(passTime);
  const names = (await folder.list({ prefix })).objects.map((name) => `${prefix}${name}`);
  for (const name of names) if (name !== opened.name) await folder.remove({ name });
  // Last, so that a try that is cut off is seen.
  await folder.remove(opened);
}
