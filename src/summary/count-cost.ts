import type { RunOutcome } from '../run/run-outcome.ts';
import {
  layout,
  numberOfReservation,
  openHardwareBook,
  readJobHours,
  readJobsByThemselves,
  readRunHours,
  readStudyOutcomes,
  type DocumentFolder,
  type HardwareBook,
} from '../store/index.ts';
import {
  costOfJobs,
  slotHourOf,
  unknownCost,
  type ClusterUse,
  type CorePrice,
  type CostRange,
  type JobUse,
} from '../study/cost.ts';
import { mostHoursOfCluster } from '../study/budget.ts';
import { onHardware } from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';

/**
 * What the jobs 1..`lastJobNumber` of a study cost, from the times that the platform gave.
 * @param known the outcomes of these jobs, where the caller has just read them
 */
export async function countCost(
  folder: DocumentFolder,
  study: Study,
  lastJobNumber: number,
  known?: readonly (readonly RunOutcome[])[],
): Promise<CostRange> {
  const attempts = known ?? (await readStudyOutcomes(folder, lastJobNumber));
  return costOf(folder, study, hoursOfJobs(attempts), lastJobNumber);
}

/**
 * What a study's jobs cost so far.
 * @param attempts all that were judged
 */
export async function costOfAttempts(
  folder: DocumentFolder,
  study: Study,
  attempts: readonly (readonly RunOutcome[])[],
): Promise<CostRange> {
  const runHours = hoursOfJobs(attempts);
  return costOf(folder, study, runHours, lastOf(runHours));
}

/**
 * The same for who hasn't read what was judged, and doesn't need to: what collected jobs cost is kept with them.
 * @param price of a core hour, where the study has read none
 */
export async function costSoFar(
  folder: DocumentFolder,
  study: Study,
  price: CorePrice,
): Promise<CostRange> {
  const runHours = await readRunHours(folder);
  return costOf(folder, study, runHours, lastOf(runHours), price);
}

function hoursOfJobs(attempts: readonly (readonly RunOutcome[])[]): ReadonlyMap<number, number> {
  const hours = new Map<number, number>();
  for (const { jobNumber, elapsedSeconds } of attempts.flat()) {
    hours.set(jobNumber, (hours.get(jobNumber) ?? 0) + (elapsedSeconds ?? 0) / 3600);
  }
  return hours;
}

function lastOf(hours: ReadonlyMap<number, number>): number {
  return Math.max(0, ...hours.keys());
}

async function costOf(
  folder: DocumentFolder,
  study: Study,
  runHours: ReadonlyMap<number, number>,
  lastJobNumber: number,
  price?: CorePrice,
): Promise<CostRange> {
  const cut = await jobsReserved(folder);
  const byThemselves = await readJobsByThemselves(folder, study);
  const book = await openHardwareBook(folder, study);
  const uses = await Promise.all(
    Array.from({ length: lastJobNumber }, async (_, index) => ({
      heldHours: await readJobHours(folder, index + 1),
      runHours: runHours.get(index + 1) ?? 0,
      ...(book.isChanged ? await hardwareOf(book, study, index + 1) : {}),
      ...(byThemselves.has(index + 1) ? { isByItself: true } : {}),
      ...(cut.has(index + 1) ? await slotsOf(folder, index + 1) : {}),
    })),
  );
  // What nobody tells the price of makes the whole unknown.
  const isKnown = (use: JobUse): boolean =>
    !book.isChanged || use.slotHour !== undefined || Math.max(use.heldHours, use.runHours) === 0;
  const corePrice =
    (book.isChanged ? undefined : price) ??
    (await book.priceOf(book.at())) ??
    (await folder.find(layout.price));
  const clusters = await countClusters(folder, study, book);
  if (!uses.every(isKnown) || clusters === undefined) return unknownCost;
  return costOfJobs(study, uses, corePrice, clusters);
}

async function hardwareOf(
  book: HardwareBook,
  study: Study,
  jobNumber: number,
): Promise<Pick<JobUse, 'slots' | 'slotHour'>> {
  const hardware = await book.ofJob(jobNumber);
  const price = await book.priceOf(hardware);
  return {
    slots: hardware.slots,
    ...(price && { slotHour: slotHourOf(onHardware(study, hardware), price) }),
  };
}

/** Jobs for which something was set aside: they may have been cut. */
async function jobsReserved(folder: DocumentFolder): Promise<ReadonlySet<number>> {
  const { objects } = await folder.list(layout.allJobs);
  return new Set(objects.flatMap((name) => numberOfReservation(name) ?? []));
}

async function slotsOf(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<{ readonly slots?: number }> {
  const slots = (await folder.find(layout.reservation(jobNumber)))?.slots;
  return slots === undefined ? {} : { slots };
}

/** The clusters that were made for the study: each that is lost is followed by another. Undefined where nobody tells the price of one whose hardware was amended. */
async function countClusters(
  folder: DocumentFolder,
  study: Study,
  book: HardwareBook,
): Promise<ClusterUse | undefined> {
  const made = new Map<string, MadeRecord>();
  let unknown: readonly MadeRecord[] = [];
  for (let number = 1; ; number += 1) {
    const record = await folder.find(layout.clusterMade(number));
    if (record === undefined) break;
    if (record.refused === true) continue;
    // The answer to one that was asked for may have been lost: the next one is that one, or a further one.
    if (record.clusterId === undefined) unknown = [...unknown, record];
    else made.set(record.clusterId, record);
  }
  const uses = await Promise.all(
    [...made].map(async ([id, record]) => ({
      record,
      life: (await folder.find(layout.clusterLife(id)))?.coreHours,
    })),
  );
  const use = {
    made: made.size + unknown.length,
    lives: uses.flatMap(({ life }) => life ?? []),
  };
  if (!book.isChanged) return use;
  let lived = 0;
  let most: number | undefined = 0;
  for (const { record, life } of [
    ...uses,
    ...unknown.map((record) => ({ record, life: undefined })),
  ]) {
    const hardware = book.ofCluster(record);
    const price = await book.priceOf(hardware);
    if (price === undefined) return undefined;
    if (life !== undefined) {
      lived += life * price.amount;
      continue;
    }
    const hours = mostHoursOfCluster(onHardware(study, hardware));
    most = hours === undefined || most === undefined ? undefined : most + hours * price.amount;
  }
  return { ...use, paid: { lived, most } };
}

/** What is kept of one that was asked for. */
type MadeRecord = NonNullable<ReturnType<ReturnType<typeof layout.clusterMade>['decode']>>;
