import { firstRevision } from '../../src/run/first-revision.ts';
import {
  findCostLimit,
  layout,
  openHardwareBook,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { mostHoursByItself } from '../../src/study/budget.ts';
import { paidHardwareOf } from '../../src/study/paid-hardware.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * The revision that a job is made with: the one that is asked for. Where the study's cost has a limit and less was set aside for the job than that costs,
 * as the study was lost and amended in between, the one for which it was set aside.
 */
export async function revisionPaidFor({
  studyCache,
  folder,
  studyId,
  jobNumber,
  revision,
}: Pick<ActivityDependencies, 'studyCache'> & {
  readonly folder: DocumentFolder;
  readonly studyId: string;
  readonly jobNumber: number;
  readonly revision: number | undefined;
}): Promise<number | undefined> {
  const reserved = await folder.find(layout.reservation(jobNumber));
  const paid = reserved?.revision;
  if (reserved === undefined || paid === undefined || paid === (revision ?? firstRevision)) {
    return revision;
  }
  const { study } = await studyCache.get(studyId, revision ?? firstRevision);
  if ((await findCostLimit(folder, study)) === undefined) return revision;
  const book = await openHardwareBook(folder, study);
  // On the study's cluster it is paid for by that.
  if (reserved.mostHours === 0) return revision;
  const costOf = async (hours: number | undefined, hardware = book.at(paid)): Promise<number> =>
    (hours ?? Infinity) * ((await book.priceOf(hardware))?.amount ?? Infinity);
  const slots = Math.min(reserved.slots ?? Infinity, study.job.hardware.slots);
  const asked = await costOf(mostHoursByItself(study, slots), paidHardwareOf(study));
  if (asked <= (await costOf(reserved.mostHours)) * (1 + 1e-9)) return revision;
  return paid === firstRevision ? undefined : paid;
}
