import { archiveLayout, destinationKey } from '../../src/archive/index.ts';
import type { ArchiveOrderSummary, PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Reads the archive's order, and notes when the pass began. */
export async function openPass(
  { store, now }: ActivityDependencies,
  { archive, passTime }: PassTarget,
  _run: ActivityRun,
): Promise<ArchiveOrderSummary> {
  const folder = store.standingOrder('archives', archive);
  const { destination, deleteJobs, approve } = await folder.read(archiveLayout.order);
  await folder.create(archiveLayout.opened(passTime), { at: now().toISOString() });
  return { destinationKey: destinationKey(destination), destination, deleteJobs, approve };
}
