/** An archive as its activities use it: its order and passes in the store, and its destination. */
import { ApplicationFailure } from '@temporalio/common';
import {
  archiveLayout,
  destinationKey,
  openArchiveDestination,
  openCopyLedger,
  requireFilled,
  type ArchiveDestination,
  type ArchiveOrder,
  type JobChoice,
} from '../../src/archive/index.ts';
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
  const { createdAt, platform } = order;
  const copies = openCopyLedger(store.destinationRecords(destinationKey(order.destination)));
  const writer = { engineId: await store.engineId(), platform, copies };
  const wroteBefore = (await folder.find(archiveLayout.claimed))?.orderCreatedAt === createdAt;
  if (wroteBefore) await requireFilled(objects, order.destination);
  // A look at what a pass would do leaves no mark.
  const destination = await openArchiveDestination(
    objects,
    order.dryRun === true ? undefined : writer,
  );
  if (order.dryRun !== true && !wroteBefore) {
    await folder.write(archiveLayout.claimed, { orderCreatedAt: createdAt });
  }
  return { order, folder, destination, now };
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
