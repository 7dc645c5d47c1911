import {
  appendToLedger,
  readLedger,
  type DocumentFolder,
  type StoredDocument,
} from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { Reservation } from './set-aside.ts';

/**
 * Enters in the ledger what was set aside for a job or a cluster, once: also where whoever had kept it died before.
 * @param key such as `job 3`
 */
export async function bookReservation<T extends Reservation>(
  folder: Pick<DocumentFolder, 'create' | 'find' | 'has'>,
  object: StoredDocument<T>,
  {
    key,
    asked,
    isNew,
    price,
  }: {
    readonly key: string;
    readonly asked: Reservation;
    readonly isNew: boolean;
    readonly price: CorePrice;
  },
): Promise<void> {
  const kept = isNew ? asked : await folder.find(object);
  // What is kept for another revision has a price of its own.
  if (kept === undefined || kept.revision !== asked.revision) return;
  const { at, mostHours } = kept;
  if (!isNew && (await isBooked(folder, key, at))) return;
  const entry = { kind: 'reservation', what: 'reserve', reservation: 'reserved' } as const;
  const cost = mostHours * price.amount;
  await appendToLedger(folder, [{ ...entry, key, at, cost, currency: price.currency }]);
}

async function isBooked(
  folder: Pick<DocumentFolder, 'create' | 'find' | 'has'>,
  key: string,
  at: string,
): Promise<boolean> {
  for await (const entry of readLedger(folder)) {
    if (entry.kind !== 'reservation' || entry.key !== key) continue;
    if (entry.reservation === 'reserved' && entry.at === at) return true;
  }
  return false;
}
