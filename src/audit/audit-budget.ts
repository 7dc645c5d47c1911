/** Whether what was committed stayed within the limit of the study's cost at every moment, by the ledger of what was set aside and spent. */
import { findCostLimit, readCostLimits, type LedgerEntry } from '../store/index.ts';
import { withUnit } from '../study/committed-words.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

type Reservation = Extract<LedgerEntry, { kind: 'reservation' }>;

/** Who set a limit and who kept to it have clocks of their own, in milliseconds. */
const clocksDifferMs = 60_000;

/** Amounts that were added in another order differ by this share. */
const rounding = 1e-9;

export async function auditBudget(records: StudyRecords, book: AuditBook): Promise<void> {
  const { folder, study, ledger } = records;
  const entries = ledger.filter((entry) => entry.kind === 'reservation');
  if (entries.length === 0) return;
  const changes = await readCostLimits(folder);
  const limits = [
    { fromMs: -Infinity, amount: study.execution.maxCost?.amount ?? Infinity },
    ...changes.map(({ at, limit }) => ({
      fromMs: Date.parse(at) - clocksDifferMs,
      amount: limit?.amount ?? Infinity,
    })),
  ];
  const committed = new Map<string, number>();
  for (const entry of entries) {
    committed.set(entry.key, entry.cost);
    if (entry.reservation !== 'reserved') continue;
    const sum = [...committed.values()].reduce((all, cost) => all + cost, 0);
    const limit = limitAt(limits, entry);
    if (sum <= limit * (1 + rounding)) continue;
    book.tell(
      'not-accounted',
      entry.key,
      `had ${withUnit(entry.cost, entry.currency)} set aside at ${entry.at}, which made ${withUnit(sum, entry.currency)} committed of a limit of ${withUnit(limit, entry.currency)}`,
    );
  }
  const now = await findCostLimit(folder, study);
  const all = [...committed.values()].reduce((sum, cost) => sum + cost, 0);
  const { currency = null } = entries.at(-1) ?? {};
  book.note(
    `budget: ${withUnit(all, currency)} are committed${now === undefined ? '; there is no limit now' : ` of ${withUnit(now.amount, now.currency ?? currency)}`}, by ${entries.length} entries of the ledger`,
  );
}

/** The most that held when the entry was made: while a limit is being set, the one before it may still be looked at. */
function limitAt(
  limits: readonly { readonly fromMs: number; readonly amount: number }[],
  { at }: Reservation,
): number {
  const atMs = Date.parse(at);
  const held = limits.filter(({ fromMs }) => fromMs <= atMs);
  const last = held.at(-1)?.amount ?? Infinity;
  const isFresh = (held.at(-1)?.fromMs ?? -Infinity) >= atMs - 2 * clocksDifferMs;
  return isFresh ? Math.max(last, held.at(-2)?.amount ?? 0) : last;
}
