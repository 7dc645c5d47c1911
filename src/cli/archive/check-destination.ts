/** Whether an archive can be kept where its owner wants it: looked at before anything is created, since every pass would wait or fail there. */
import { isAbsolute, relative } from 'node:path';
import {
  archiveLayout,
  claimDestination,
  requireOwn,
  strangersAtTop,
  type ArchiveOrder,
} from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { openDestination, realDestination, type ObjectStore } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { archiveAround, archiveWithin, placeIn } from './archives-around.ts';
import { keyOfArchive, listArchives } from './archive-order.ts';
import { escapedLine } from '../printable.ts';
import { readSettings } from '../engine/read-settings.ts';

/** Folders in which the system shows itself. */
const systemFolders = [
  '/proc',
  '/sys',
  '/dev',
  '/etc',
  '/boot',
  '/bin',
  '/sbin',
  '/lib',
  '/usr/bin',
  '/usr/lib',
  '/usr/sbin',
];

/** Things beside an archive that are named. */
const namedStrangers = 3;

/** Memory, as an exception: somebody's own wish. */
const memoryFolder = '/dev/shm';

/**
 * Opens the destination of an order for a look; nothing is written there.
 * @throws UsageError USAGE_DESTINATION where no archive may be
 * @throws StorageError where it can't be written, is missing, or doesn't answer
 */
export async function openWantedDestination(
  context: CommandContext,
  { destination }: ArchiveOrder,
): Promise<ObjectStore> {
  refuseOwnFolders(readSettings(context), destination);
  // Before it is opened: that leaves a trace in some buckets.
  const around = await archiveAround(destination, context.env);
  if (around !== undefined) {
    throw noArchiveIn(destination, `it is in ${around}, which is an archive itself`);
  }
  const objects = await openDestination(destination, context.env);
  const within = await archiveWithin(objects);
  if (within !== undefined) {
    const place = placeIn(destination, within);
    throw noArchiveIn(destination, `${place} is in it, which is an archive itself`);
  }
  return objects;
}

/** @throws UsageError USAGE_DESTINATION, exit code 5, where the destination is another engine's */
export async function requireOwnDestination(
  { store }: Engine,
  { platform }: ArchiveOrder,
  objects: ObjectStore,
): Promise<void> {
  await requireOwn(objects, { engineId: await store.engineId(), platform });
}

/**
 * Says in the destination that it is this engine's, and in the store that it was said: it is missed where it isn't there later.
 * @throws UsageError USAGE_DESTINATION, exit code 5, where another engine was first
 */
export async function claimForOrder(
  { store }: Engine,
  { name, createdAt, platform, destination }: ArchiveOrder,
  objects: ObjectStore,
): Promise<void> {
  const owner = { engineId: await store.engineId(), platform };
  const destinationKey = await claimDestination(objects, owner, destination);
  const folder = store.standingOrder('archives', name);
  await folder.write(archiveLayout.claimed, { orderCreatedAt: createdAt, destinationKey });
}

/** Names of the other archives that are kept in the order's destination: they wait for each other, and a job is archived there once. */
export async function archivesBeside(
  { store }: Engine,
  own: ArchiveOrder,
): Promise<readonly string[]> {
  const key = await keyOfArchive(store, own);
  const beside: string[] = [];
  for (const { name, order } of await listArchives(store)) {
    if (name === own.name || order === undefined) continue;
    if ((await keyOfArchive(store, order)) === key) beside.push(name);
  }
  return beside;
}

/** What an archive's owner should know of things beside it in its destination; undefined where there are none. */
export async function strangersNote(
  { destination }: ArchiveOrder,
  objects: ObjectStore,
): Promise<string | undefined> {
  const strangers = strangersAtTop(await objects.list(''));
  if (strangers.length === 0) return undefined;
  const more = strangers.length - namedStrangers;
  const named = strangers.slice(0, namedStrangers).map(escapedLine).join(', ');
  return `${destination} has ${named}${more > 0 ? ` and ${more} more` : ''} beside the archive: doeflow archive verify tells that as added, so an archive should have a folder of its own.`;
}

/** @param destination with symbolic links followed */
function refuseOwnFolders(
  { home, store }: Pick<Settings, 'home' | 'store'>,
  destination: string,
): void {
  if (!isAbsolute(destination)) return;
  const refuse = (why: string): never => {
    throw noArchiveIn(destination, why);
  };
  if (destination === '/') refuse('it is the root of this machine');
  const system = systemFolders.find((folder) => isIn(folder, destination));
  if (system !== undefined && !isIn(memoryFolder, destination)) {
    refuse(`${system} is the system’s own`);
  }
  // The embedded platform and Temporal have their folders in the home.
  const own = [
    [store, 'the store'],
    [home, 'the folder in which doeflow keeps itself and its platform'],
  ] as const;
  for (const [folder, what] of own) {
    const real = realDestination(folder, '/');
    if (isIn(real, destination)) refuse(`it is in ${real}, ${what}`);
    if (isIn(destination, real)) refuse(`${real} is in it, ${what}`);
  }
}

function noArchiveIn(destination: string, why: string): UsageError {
  return new UsageError('USAGE_DESTINATION', `No archive can be in ${destination}: ${why}`, {
    hint: 'Name a folder of its own, such as /mnt/archive',
  });
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
