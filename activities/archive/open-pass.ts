import { archiveLayout, destinationKey } from '../../src/archive/index.ts';
import type { ArchiveOrderSummary, PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireNotHeld } from './why-held.ts';

/** Reads the archive's order, and notes when the pass began. @throws ApplicationFailure ARCHIVE_HELD where the archive is paused */
export async function openPass(
  { store }: ActivityDependencies,
  { archive, passTime }: PassTarget,
  _run: ActivityRun,
): Promise<ArchiveOrderSummary> {
  const folder = store.standingOrder('archives', archive);
  await requireNotHeld(folder, { archive, passTime });
  const { destination, deleteJobs, approve } = await folder.read(archiveLayout.order);
  await folder.create(archiveLayout.opened(passTime), { at: new Date().toISOString() });
  return { destinationKey: destinationKey(destination), destination, deleteJobs, approve };
}
