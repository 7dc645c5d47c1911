import type { DocumentFolder } from '../objects/index.ts';
import { slotHourOf, type SlotsOfJobs } from '../study/cost.ts';
import { onHardware, type PaidHardware } from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';
import { openHardwareBook } from './hardware-book.ts';

/** Numbers of the jobs that had these attempts. */
export function jobsOf(
  attempts: readonly (readonly { readonly jobNumber: number }[])[],
): ReadonlySet<number> {
  return new Set(attempts.flat().map(({ jobNumber }) => jobNumber));
}

/** What the slots of these jobs were and cost, each as its job had them. */
export async function readSlotsOfJobs(
  folder: Pick<DocumentFolder, 'find'>,
  study: Study,
  jobNumbers: Iterable<number>,
): Promise<SlotsOfJobs> {
  const book = await openHardwareBook(folder, study);
  const slotHour = async (hardware: PaidHardware): Promise<number | undefined> => {
    const price = await book.priceOf(hardware);
    return price && slotHourOf(onHardware(study, hardware), price);
  };
  if (!book.isChanged) {
    const cost = await slotHour(book.at());
    return { cores: () => study.job.hardware.coresPerSlot, hourCost: () => cost };
  }
  const known = new Map<number, { readonly cores: number; readonly cost: number | undefined }>();
  for (const jobNumber of new Set(jobNumbers)) {
    const hardware = await book.ofJob(jobNumber);
    known.set(jobNumber, { cores: hardware.coresPerSlot, cost: await slotHour(hardware) });
  }
  return {
    cores: (jobNumber) => known.get(jobNumber)?.cores ?? study.job.hardware.coresPerSlot,
    hourCost: (jobNumber) => known.get(jobNumber)?.cost,
  };
}
