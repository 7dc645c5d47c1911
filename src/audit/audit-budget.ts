/** Whether what was committed stayed within the limit of the study's cost at every moment, by the ledger of what was set aside and spent. */
import { firstRevision } from '../run/first-revision.ts';
import {
  findCostLimit,
  layout,
  openHardwareBook,
  readCommitments,
  readCostLimits,
  type LedgerEntry,
  type NamedCommitment,
} from '../store/index.ts';
import { addCommitments } from '../study/budget.ts';
import { withUnit } from '../study/committed-words.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

type Reservation = Extract<LedgerEntry, { kind: 'reservation' }>;

/** Who set a limit and who kept to it have clocks of their own, in milliseconds. */
const clocksDifferMs = 60_000;

/** Amounts that were added in another order differ by this share. */
const rounding = 1e-9;

export async function auditBudget(records: StudyRecords, book: AuditBook): Promise<void> {
  const { folder, study, ledger, ended } = records;
  const entries = ledger.filter((entry) => entry.kind === 'reservation');
  const changes = await readCostLimits(folder);
  // An amendment's limit holds from the amendment on.
  const { study: started } = await records.at(firstRevision);
  const limitNow = await findCostLimit(folder, study);
  if (entries.length === 0 && limitNow === undefined && changes.length === 0) return;
  const hardware = await openHardwareBook(folder, study);
  const price = (await hardware.priceOf(hardware.at())) ?? (await folder.find(layout.price));
  const commitments = await readCommitments(folder, study, { isOver: ended });
  const unreserved = await readUnreserved(folder, commitments, entries);
  const limits = [
    { fromMs: -Infinity, amount: started.execution.maxCost?.amount ?? Infinity },
    ...changes.map(({ at, limit }) => ({
      fromMs: Date.parse(at),
      amount: limit?.amount ?? Infinity,
    })),
  ];
  const committed = new Map<string, number>();
  for (const entry of entries) {
    committed.set(entry.key, entry.cost);
    if (entry.reservation !== 'reserved') continue;
    const before = unreserved.filter(({ sentMs }) => sentMs <= Date.parse(entry.at));
    const sum = sumOf(committed.values()) + sumOf(before.map(({ taken }) => taken));
    const limit = limitAt(limits, entry);
    if (sum <= limit * (1 + rounding)) continue;
    book.tell(
      'not-accounted',
      entry.key,
      `had ${withUnit(entry.cost, entry.currency)} set aside at ${entry.at}, which made ${withUnit(sum, entry.currency)} committed of a limit of ${withUnit(limit, entry.currency)}`,
    );
  }
  if (price === undefined) return;
  const committedNow = addCommitments(commitments);
  const limit =
    limitNow === undefined
      ? '; there is no limit now'
      : ` of ${withUnit(limitNow.amount, price.currency)}`;
  const hasNone =
    unreserved.length === 0
      ? ''
      : `; for ${unreserved.map(({ name }) => name).join(', ')} nothing was set aside, as there was no limit when ${unreserved.length === 1 ? 'it was' : 'they were'} sent`;
  book.note(
    `budget: ${committedNow === undefined ? 'amounts of which nobody told the price' : withUnit(committedNow.spent + committedNow.reserved, price.currency)} are committed${limit} (the ledger of what was set aside and spent has ${entries.length} entries)${hasNone}`,
  );
}

/** Jobs that were sent while there was no limit, with what they took as far as it is known. */
async function readUnreserved(
  folder: StudyRecords['folder'],
  commitments: readonly NamedCommitment[],
  entries: readonly Reservation[],
): Promise<readonly { readonly name: string; readonly sentMs: number; readonly taken: number }[]> {
  const reserved = new Set(entries.map(({ key }) => key));
  const found = [];
  for (const { name, takenHours = 0, mostHours, price = 0 } of commitments) {
    const [, number] = /^job (\d+)$/u.exec(name) ?? [];
    if (number === undefined || mostHours === 0 || reserved.has(name)) continue;
    const sent = await folder.find(layout.submitTried(Number(number)));
    if (sent !== undefined)
      found.push({ name, sentMs: Date.parse(sent.at), taken: takenHours * price });
  }
  return found;
}

function sumOf(values: Iterable<number>): number {
  return [...values].reduce((sum, value) => sum + value, 0);
}

/** The most that may have held when the entry was made: while a limit is being set, the one before it may still be looked at. */
function limitAt(
  limits: readonly { readonly fromMs: number; readonly amount: number }[],
  { at }: Reservation,
): number {
  const atMs = Date.parse(at);
  const held = limits.filter(({ fromMs }) => fromMs <= atMs + clocksDifferMs);
  const surely = held.findLastIndex(({ fromMs }) => fromMs < atMs - clocksDifferMs);
  return Math.max(...held.slice(surely).map(({ amount }) => amount));
}
