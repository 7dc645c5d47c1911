/** Everything for which something was set aside by a study's records or by its ledger, each with what both say of it. */
import {
  layout,
  numberOfReservation,
  type DocumentFolder,
  type LedgerEntry,
} from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';
import { groupBy } from './group-by.ts';

/** An entry of the ledger about money. */
export type MoneyRow = Extract<LedgerEntry, { kind: 'reservation' }>;

type ReservationPlace = ReturnType<typeof layout.reservation>;

/** One job or cluster. */
export interface SetAside {
  /** Such as `job 3`, as the ledger names it. */
  readonly key: string;
  readonly kind: 'job' | 'cluster';
  readonly number: number;
  /** Where its record is. */
  readonly place: ReservationPlace;
  /** Undefined where it isn't there. */
  readonly reservation: ReturnType<ReservationPlace['decode']> | undefined;
  /** In the order of the ledger. */
  readonly rows: readonly MoneyRow[];
}

/** A row that is about neither a job nor a cluster is told. */
export async function readSetAside(
  { folder, ledger }: Pick<KeptRecords, 'folder' | 'ledger'>,
  book: AuditBook,
): Promise<readonly SetAside[]> {
  const rows = groupBy(
    ledger.filter((entry) => entry.kind === 'reservation'),
    ({ key }) => key,
  );
  const found: SetAside[] = [];
  for (const key of new Set([...(await keysOfRecords(folder)), ...rows.keys()])) {
    const [, kind, digits] = /^(job|cluster) (\d+)$/u.exec(key) ?? [];
    if (kind === undefined) {
      const told = 'has money set aside or spent by the ledger, and is no job or cluster';
      book.tell('not-accounted', key, told);
      continue;
    }
    const number = Number(digits);
    const place = kind === 'job' ? layout.reservation(number) : layout.clusterReservation(number);
    const reservation = await book.guard(() => folder.find(place));
    const one = { key, number, place, reservation, rows: rows.get(key) ?? [] };
    found.push({ ...one, kind: kind === 'job' ? 'job' : 'cluster' });
  }
  return found;
}

async function keysOfRecords(folder: Pick<DocumentFolder, 'list'>): Promise<readonly string[]> {
  const [jobs, clusters] = await Promise.all([
    folder.list(layout.allJobs),
    folder.list(layout.allClusters),
  ]);
  const keys = (kind: string, names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const number = numberOfReservation(name);
      return number === undefined ? [] : [`${kind} ${number}`];
    });
  return [...keys('job', jobs.objects), ...keys('cluster', clusters.objects)];
}
