import type { DocumentFolder, StoredDocument } from '../../src/store/index.ts';

/** What is set aside for a job or a cluster. */
export interface Reservation {
  readonly mostHours: number;
  readonly slots?: number | undefined;
  readonly revision?: number | undefined;
  readonly at: string;
}

/**
 * Keeps what is set aside for a job or a cluster; what was set aside for it before stays, but where the study was amended before it was made.
 * @param isMade it is made already, as it was asked for then
 * @returns false where it was kept before
 */
export async function setAside<T extends Reservation>(
  folder: Pick<DocumentFolder, 'create' | 'find' | 'write'>,
  object: StoredDocument<T>,
  reservation: T,
  isMade: boolean,
): Promise<boolean> {
  if (await folder.create(object, reservation)) return true;
  const before = isMade ? undefined : await folder.find(object);
  if (before === undefined) return false;
  const { revision = 0, mostHours, slots } = before;
  const isOlder = revision < (reservation.revision ?? 0);
  const isSame = mostHours === reservation.mostHours && slots === reservation.slots;
  // Whoever asks late, for an older revision, takes nothing back.
  if (!isOlder && (isSame || revision !== reservation.revision)) return false;
  await folder.write(object, reservation);
  return true;
}
