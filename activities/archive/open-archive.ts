/** An archive as its activities use it: its order and passes in the store, and its destination. */
import { ApplicationFailure } from '@temporalio/common';
import {
  archiveLayout,
  claimDestination,
  keyOfOrder,
  openArchiveDestination,
  openCopyLedger,
  requireFilled,
  type ArchiveDestination,
  type ArchiveOrder,
  type DestinationOwner,
  type JobChoice,
} from '../../src/archive/index.ts';
import type { ObjectStore } from '../../src/objects/index.ts';
import { passHeld, type BatchTarget, type PassTarget } from '../../src/run/archive-contract.ts';
import type { DocumentFolder } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Jobs of one batch. */
export const batchSize = 25;

/** An archive that is being worked on. */
export interface OpenArchive {
  readonly order: ArchiveOrder;
  /** What is kept of the archive in the store. */
  readonly folder: DocumentFolder;
  readonly destination: ArchiveDestination;
  /** The worker's clock. */
  readonly now: () => Date;
}

/**
 * Opens the archive for its one writer.
 * @throws UsageError USAGE_DESTINATION where another engine writes
 * @throws ApplicationFailure ARCHIVE_HELD, which ends the pass as skipped, where the archive was deleted
 */
export async function openArchive(
  { store, openDestination, now }: ActivityDependencies,
  archive: string,
): Promise<OpenArchive> {
  const folder = store.standingOrder('archives', archive);
  const order = await folder.find(archiveLayout.order);
  if (order === undefined) throw refusal(passHeld, `The archive ${archive} was deleted`);
  const objects = await openDestination(order.destination);
  // A look at what a pass would do leaves no mark.
  if (order.dryRun === true) {
    return { order, folder, destination: await openArchiveDestination(objects), now };
  }
  const owner = { engineId: await store.engineId(), platform: order.platform };
  const key = await claimOnce(folder, order, objects, owner);
  const copies = openCopyLedger(store.destinationRecords(key));
  const destination = await openArchiveDestination(objects, { ...owner, copies });
  return { order, folder, destination, now };
}

/**
 * The key of the order's destination, by which its passes have one writer. One that wasn't claimed yet is claimed first: its key is known from then on.
 * @throws UsageError USAGE_DESTINATION where another engine writes
 */
export async function destinationKeyOf(
  { store, openDestination }: ActivityDependencies,
  folder: DocumentFolder,
  order: ArchiveOrder,
): Promise<string> {
  const claimed = await folder.find(archiveLayout.claimed);
  if (order.dryRun === true || claimed?.orderCreatedAt === order.createdAt) {
    return keyOfOrder(folder, order);
  }
  const owner = { engineId: await store.engineId(), platform: order.platform };
  return claimOnce(folder, order, await openDestination(order.destination), owner);
}

/** Says in the destination whose it is, once for each order; later it must be there. @returns its key */
async function claimOnce(
  folder: DocumentFolder,
  { createdAt, destination }: ArchiveOrder,
  objects: ObjectStore,
  owner: DestinationOwner,
): Promise<string> {
  const claimed = await folder.find(archiveLayout.claimed);
  if (claimed?.orderCreatedAt === createdAt) {
    return requireFilled(objects, destination, claimed.destinationKey);
  }
  const key = await claimDestination(objects, owner, destination);
  await folder.write(archiveLayout.claimed, { orderCreatedAt: createdAt, destinationKey: key });
  return key;
}

/** The jobs that a batch of the pass archives. */
export async function readBatch(
  folder: DocumentFolder,
  { passTime, batch }: BatchTarget,
): Promise<readonly JobChoice[]> {
  const chosen = (await folder.read(archiveLayout.selection(passTime))).filter(isChosen);
  return chosen.slice((batch - 1) * batchSize, batch * batchSize);
}

/** True for a job that the pass looks at closer and archives. */
export function isChosen({ choice }: JobChoice): boolean {
  return choice === 'new' || choice === 'changed';
}

/** Batches that so many jobs make. */
export function batchesOf(jobs: number): number {
  return Math.ceil(jobs / batchSize);
}

/** A failure that no further try mends. */
export function refusal(code: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, code);
}

/**
 * The time by which a pass judges ages, milliseconds: its own, but never later than the worker's clock. A pass that was asked for with a time
 * to come, or by a server whose clock is ahead, would find jobs older than they are.
 */
export function judgingMs({ now }: Pick<OpenArchive, 'now'>, passTime: string): number {
  return Math.min(Date.parse(passTime), now().getTime());
}

/** How a pass is named in sentences. */
export function passName({ archive, passTime }: PassTarget): string {
  return `pass ${passTime} of archive ${archive}`;
}
