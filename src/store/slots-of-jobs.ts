import type { DocumentFolder } from '../objects/index.ts';
import { slotHourOf, type SlotsOfJobs } from '../study/cost.ts';
import { hardwareWords, onHardware, type PaidHardware } from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';
import { firstRevision } from '../run/first-revision.ts';
import { openHardwareBook, type HardwareBook } from './hardware-book.ts';

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
  const known = new Map<
    number,
    { readonly hardware: PaidHardware; readonly cost: number | undefined }
  >();
  for (const jobNumber of new Set(jobNumbers)) {
    const hardware = await book.ofJob(jobNumber);
    known.set(jobNumber, { hardware, cost: await slotHour(hardware) });
  }
  const hardwareOf = (jobNumber?: number): PaidHardware =>
    (jobNumber === undefined ? undefined : known.get(jobNumber)?.hardware) ?? book.at();
  return {
    cores: (jobNumber) => hardwareOf(jobNumber).coresPerSlot,
    hourCost: (jobNumber) => known.get(jobNumber)?.cost,
    hardware: (jobNumber) => {
      const hardware = hardwareOf(jobNumber);
      return { revision: firstWith(book, hardware), words: hardwareWords(hardware) };
    },
  };
}

/** The first revision that has this very entry of the book. */
function firstWith(book: HardwareBook, hardware: PaidHardware): number {
  const newest = book.at();
  let revision = firstRevision;
  while (book.at(revision) !== hardware && book.at(revision) !== newest) revision += 1;
  return revision;
}
