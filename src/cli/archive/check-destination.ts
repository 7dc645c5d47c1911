/** Whether an archive can be kept where its owner wants it: looked at before anything is created, since every pass would wait or fail there. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import {
  archiveLayout,
  claimDestination,
  destinationKey,
  destinationLayout,
  requireOwn,
  type ArchiveOrder,
} from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { openDestination, realDestination, type ObjectStore } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { listArchives } from './archive-order.ts';
import { readSettings } from '../engine/read-settings.ts';

/** How far below a destination another archive is looked for, and in how many folders of each. */
const levelsLookedDown = 3;
const mostLookedAt = 100;

/** Folders in which the system shows itself. */
const systemFolders = ['/proc', '/sys', '/dev'];

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
  return openDestination(destination, context.env);
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
  { name, createdAt, platform }: ArchiveOrder,
  objects: ObjectStore,
): Promise<void> {
  await claimDestination(objects, { engineId: await store.engineId(), platform });
  const folder = store.standingOrder('archives', name);
  await folder.write(archiveLayout.claimed, { orderCreatedAt: createdAt });
}

/** Names of the other archives that are kept in the order's destination: they wait for each other, and a job is archived there once. */
export async function archivesBeside(
  { store }: Engine,
  { name, destination }: ArchiveOrder,
): Promise<readonly string[]> {
  const key = destinationKey(destination);
  return (await listArchives(store))
    .filter(
      ({ name: other, order }) =>
        other !== name && order !== undefined && destinationKey(order.destination) === key,
    )
    .map((other) => other.name);
}

/** @param destination with symbolic links followed */
function refuseOwnFolders(
  { home, storeDirectory }: Pick<Settings, 'home' | 'storeDirectory'>,
  destination: string,
): void {
  if (!isAbsolute(destination)) return;
  const refuse = (why: string): never => {
    throw new UsageError('USAGE_DESTINATION', `No archive can be in ${destination}: ${why}`, {
      hint: 'Name a folder of its own, such as /mnt/archive',
    });
  };
  if (destination === '/') refuse('it is the root of this machine');
  const system = systemFolders.find((folder) => isIn(folder, destination));
  if (system !== undefined && !isIn(memoryFolder, destination)) {
    refuse(`${system} is the system’s own`);
  }
  // The embedded platform and Temporal have their folders in the home.
  const own = [
    [storeDirectory, 'the store'],
    [home, 'the folder in which doeflow keeps itself and its platform'],
  ] as const;
  for (const [folder, what] of own) {
    const real = realDestination(folder, '/');
    if (isIn(real, destination)) refuse(`it is in ${real}, ${what}`);
    if (isIn(destination, real)) refuse(`${real} is in it, ${what}`);
  }
  for (let above = dirname(destination); above !== dirname(above); above = dirname(above)) {
    if (!existsSync(join(above, destinationLayout.mark.name))) continue;
    refuse(`it is in ${above}, which is an archive itself`);
  }
  const within = archiveWithin(destination, levelsLookedDown);
  if (within !== undefined) refuse(`${within} is in it, which is an archive itself`);
}

/** The first archive below a folder that is none itself: a look of few levels and few names, as somebody may name a whole disk. */
function archiveWithin(folder: string, levels: number): string | undefined {
  if (levels === 0 || existsSync(join(folder, destinationLayout.mark.name))) return undefined;
  const below = foldersOf(folder).map((name) => join(folder, name));
  return (
    below.find((one) => existsSync(join(one, destinationLayout.mark.name))) ??
    below.map((one) => archiveWithin(one, levels - 1)).find((found) => found !== undefined)
  );
}

/** The first of them; none of a folder that isn't there or can't be read, which its first use tells. */
function foldersOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .slice(0, mostLookedAt)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
