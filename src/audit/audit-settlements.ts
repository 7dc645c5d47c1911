/** Whether the ledger's amounts are hours x price: what was set aside by the hours until the walltime, what was spent by those that the job or cluster took. */
import { firstRevision } from '../run/first-revision.ts';
import { layout, openHardwareBook, type HardwareBook } from '../store/index.ts';
import { withUnit } from '../study/committed-words.ts';
import type { CorePrice } from '../study/cost.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { isSameAmount } from './is-same-amount.ts';
import type { MoneyRow, SetAside } from './set-aside.ts';
import { timesOfPrice } from './times-of-price.ts';

/** An entry with the core hours that it is to be the price of. */
interface Priced {
  readonly row: MoneyRow;
  readonly hours: number;
}

/** @param all what was set aside, by records and ledger */
export async function auditSettlements(
  records: StudyRecords,
  all: readonly SetAside[],
  book: AuditBook,
): Promise<void> {
  const hardware = await openHardwareBook(records.folder, records.study);
  const rewrites = await timesOfPrice(records.folder);
  for (const one of all) {
    const { reservation, rows, key } = one;
    if (reservation === undefined) continue;
    const price = await priceOf(one, hardware);
    if (price === undefined) continue;
    const place = rows.findIndex(
      (row) => row.reservation === 'reserved' && row.at === reservation.at,
    );
    const reserved = rows[place];
    // What was given back before it was asked for once more is settled.
    const settled = rows.slice(place + 1).findLast((row) => row.reservation !== 'reserved');
    const hours = await takenHours(records, one, hardware, book);
    const priced = [
      ...(reserved === undefined || reservation.mostHours === 0
        ? []
        : [{ row: reserved, hours: reservation.mostHours }]),
      ...(settled === undefined || hours === undefined ? [] : [{ row: settled, hours }]),
    ];
    comparePrices(key, priced, { price, rewrites }, book);
    if (settled === undefined && (await isSettlementDue(records, one))) {
      const told = `has ended, its record ${one.place.name} has something set aside for it, and the ledger has no entry of what it spent`;
      book.tell('missing', key, told);
    }
  }
}

async function priceOf(
  { kind, number, reservation }: SetAside,
  hardware: HardwareBook,
): Promise<CorePrice | undefined> {
  const { revision } = reservation ?? {};
  if (kind === 'cluster') return hardware.priceOf(hardware.at(revision ?? firstRevision));
  const its = revision === undefined ? await hardware.ofJob(number) : hardware.at(revision);
  return hardware.priceOf(its);
}

/** The price that is kept, and when it may have been read anew. */
interface PriceNow {
  readonly price: CorePrice;
  /** ISO 8601, UTC. */
  readonly rewrites: readonly string[];
}

/** Another price than the one that is kept is no fault where all entries of the job have it: a platform may change it until the study's end. */
function comparePrices(
  key: string,
  priced: readonly Priced[],
  { price: { amount, currency }, rewrites }: PriceNow,
  book: AuditBook,
): void {
  const others = priced.filter(({ row, hours }) => !isSameAmount(row.cost, hours * amount));
  const [first] = others;
  // The first one alone, where the price was read anew before the job was settled.
  const settledAt = priced.find(({ row }) => row.reservation !== 'reserved')?.row.at;
  const wasReadAnew =
    first?.row.reservation === 'reserved' &&
    rewrites.some((at) => at > first.row.at && (settledAt === undefined || at < settledAt));
  const isOtherPrice =
    first !== undefined &&
    (others.length > 1 || wasReadAnew) &&
    others.every(({ row, hours }) => isSameAmount(row.cost * first.hours, first.row.cost * hours));
  if (isOtherPrice) {
    const hour = first.row.cost / first.hours;
    book.note(
      `${key} was paid for by the ledger with ${hour} a core hour, and the price that is kept is ${amount}: the platform's was other then, or one of the two was changed`,
    );
  } else {
    for (const { row, hours } of others) {
      const told = `had ${withUnit(row.cost, row.currency)} ${wordOf(row)} by the ledger (${row.at}), and ${hours} core hours of it cost ${withUnit(hours * amount, currency)}`;
      book.tell('not-accounted', key, told);
    }
  }
  for (const { row } of priced) {
    if (row.currency === currency) continue;
    const told = `has an amount in ${row.currency ?? 'no currency'} in the ledger (${row.at}), and the price is in ${currency ?? 'none'}`;
    book.tell('contradiction', key, told);
  }
}

function wordOf({ reservation }: MoneyRow): string {
  return reservation === 'reserved' ? 'set aside' : reservation;
}

/** Core hours that a job or cluster took; undefined where no record tells. */
async function takenHours(
  { folder, study }: StudyRecords,
  { kind, number, reservation, rows }: SetAside,
  hardware: HardwareBook,
  book: AuditBook,
): Promise<number | undefined> {
  if (kind === 'cluster') {
    if (rows.at(-1)?.reservation === 'released') return 0;
    const made = await book.guard(() => folder.find(layout.clusterMade(number)));
    const id = made?.clusterId;
    const life = id && (await book.guard(() => folder.find(layout.clusterLife(id))));
    return life ? life.coreHours : undefined;
  }
  // It was sent to the study's cluster after all, which is paid for by its life.
  const isOnCluster =
    study.execution.cluster?.kind === 'own' && (await folder.has(layout.jobCluster(number)));
  if (isOnCluster) return 0;
  const held = await book.guard(() => folder.find(layout.billedHours(number)));
  if (held === undefined) return (await folder.has(layout.submitTried(number))) ? undefined : 0;
  const { slots, coresPerSlot } = await hardware.ofJob(number);
  return held.heldHours * (reservation?.slots ?? slots) * coresPerSlot;
}

/** What a job took is settled before the ledger has its submit as done; that of one that was gone from the platform by then stays open. */
async function isSettlementDue(
  { folder, ledger, jobIds, attempts }: StudyRecords,
  { kind, number, reservation }: SetAside,
): Promise<boolean> {
  if (kind === 'cluster' || reservation === undefined || reservation.mostHours === 0) return false;
  const jobId = jobIds.get(number);
  const isDone = ledger.some(
    (entry) => entry.kind === 'effect' && entry.effect === 'done' && entry.key === jobId,
  );
  // Records of before have that in what became of its runs alone.
  const isDeleted = attempts
    .flat()
    .some(({ jobNumber, message }) => jobNumber === number && isOfDeletedJob(message));
  const held = await folder.find(layout.billedHours(number));
  return isDone && !isDeleted && held !== undefined && held.wasGone !== true;
}

function isOfDeletedJob(message: string | undefined): boolean {
  return message?.includes('was deleted on the platform') === true;
}
