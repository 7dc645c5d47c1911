import {
  appendToLedger,
  layout,
  openHardwareBook,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { Study } from '../../src/study/study.ts';

/** Books what a job took for which something was set aside. @param heldHours how long it had its hardware; absent for one that was turned down */
export async function settleJob(
  folder: DocumentFolder,
  study: Pick<Study, 'job' | 'execution'>,
  {
    jobNumber,
    heldHours,
    now,
  }: {
    readonly jobNumber: number;
    readonly heldHours?: number;
    readonly now: Date;
  },
): Promise<void> {
  const reserved = await folder.find(layout.reservation(jobNumber));
  const book = await openHardwareBook(folder, study);
  const hardware = await book.ofJob(jobNumber);
  const price = await book.priceOf(hardware);
  if (reserved === undefined || reserved.mostHours === 0 || price === undefined) return;
  // One that was sent and that nobody could keep may have cost all that was set aside.
  if (heldHours === undefined && (await folder.has(layout.submitTried(jobNumber)))) return;
  const { slots = hardware.slots } = reserved;
  // It was sent to the study's cluster after all, which is paid for by its life.
  const isPaidByCluster =
    study.execution.cluster?.kind === 'own' && (await folder.has(layout.jobCluster(jobNumber)));
  const { coresPerSlot } = hardware;
  const cost = (isPaidByCluster ? 0 : (heldHours ?? 0)) * slots * coresPerSlot * price.amount;
  await appendToLedger(folder, [
    {
      ...{ kind: 'reservation', what: 'settle', key: `job ${jobNumber}` },
      ...{ at: now.toISOString(), reservation: cost > 0 ? 'spent' : 'released' },
      ...{ cost, currency: price.currency },
    },
  ]);
}
