/** Whose a destination is, and which archive lies there: looked at before anything is written, and whenever a pass goes on. */
import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { StorageError, UsageError } from '../errors.ts';
import { openDocumentFolder, type DocumentFolder, type ObjectStore } from '../objects/index.ts';
import type { StudyPlatform } from '../store/index.ts';
import { archiveLayout, type ArchiveOrder } from './archive-layout.ts';
import { destinationFolders, destinationLayout, type ArchiveMark } from './destination-layout.ts';
import { readmeText } from './readme-text.ts';
import { walkObjects } from './walk-objects.ts';

/** Whose a destination is. */
export interface DestinationOwner {
  readonly engineId: string;
  readonly platform: StudyPlatform;
}

/**
 * Looks whether a destination that an archive wrote before still holds it.
 * @param key as it was then; absent where an earlier version of doeflow didn't keep it
 * @returns its key
 * @throws StorageError STORAGE_EMPTIED or STORAGE_OTHER, which heal, where nothing of it is there, as where a disk isn't mounted, or another archive
 */
export async function requireFilled(
  objects: ObjectStore,
  address: string,
  key?: string,
): Promise<string> {
  const { name } = destinationLayout.mark;
  const mark = await openDocumentFolder(objects, '').find(destinationLayout.mark);
  const hint =
    'Mount the disk, or put back what was moved. Where it was meant so: delete the archive and create it anew, which copies what the platform still has';
  if (mark === undefined) {
    throw new StorageError(
      'STORAGE_EMPTIED',
      `${address} holds nothing of what earlier passes of this archive wrote there: ${name} is missing`,
      { hint },
    );
  }
  const found = keyOf(mark, address);
  if (key === undefined || key === found) return found;
  throw new StorageError(
    'STORAGE_OTHER',
    `${address} holds another archive than the one that earlier passes wrote there: its ${name} says ${found}, not ${key}`,
    { hint },
  );
}

/** What names an archive wherever it lies: whoever comes by another path meets the same writer. */
function keyOf({ id }: ArchiveMark, address: string): string {
  return id ?? addressKey(address);
}

/** The key of an order's destination, as it was claimed for it. @param folder what is kept of the archive in the store */
export async function keyOfOrder(
  folder: Pick<DocumentFolder, 'find'>,
  { createdAt, destination }: Pick<ArchiveOrder, 'createdAt' | 'destination'>,
): Promise<string> {
  const claimed = await folder.find(archiveLayout.claimed);
  const key = claimed?.orderCreatedAt === createdAt ? claimed.destinationKey : undefined;
  return key ?? addressKey(destination);
}

/** A short name of the destination, equal for all spellings of its address. */
export function addressKey(url: string): string {
  const s3 = /^s3:\/\/(.*)$/iu.exec(url)?.[1];
  const normal =
    s3 === undefined
      ? resolve(url)
      : `s3://${s3
          .split('/')
          .filter((part) => part !== '')
          .join('/')}`;
  return createHash('sha256').update(normal).digest('hex').slice(0, 16);
}

/**
 * Looks whose a destination is, and leaves no mark.
 * @throws UsageError USAGE_DESTINATION, exit code 5, when another engine writes there, or one for another platform
 */
export async function requireOwn(objects: ObjectStore, writer: DestinationOwner): Promise<void> {
  const mark = await openDocumentFolder(objects, '').find(destinationLayout.mark);
  const other = mark === undefined ? undefined : whyOther(mark, writer);
  if (other === undefined) return;
  throw new UsageError('USAGE_DESTINATION', `This destination belongs to ${other}`, {
    exitCode: 5,
    hint: 'Choose a directory, or a prefix of the bucket, that has no archive yet. What is there can still be read: doeflow archive verify',
  });
}

/**
 * Says in a destination whose it is; of several engines that do so at one moment, one succeeds. The same again does nothing.
 * @returns the destination's key
 * @throws UsageError USAGE_DESTINATION, exit code 5, as {@link requireOwn}
 */
export async function claimDestination(
  objects: ObjectStore,
  { engineId, platform }: DestinationOwner,
  address: string,
): Promise<string> {
  const folder = openDocumentFolder(objects, '');
  const id = randomBytes(8).toString('hex');
  await folder.create(destinationLayout.mark, { formatVersion: 1, engineId, platform, id });
  await requireOwn(objects, { engineId, platform });
  await objects.putIfAbsent(destinationLayout.readme.name, Buffer.from(readmeText));
  return keyOf(await folder.read(destinationLayout.mark), address);
}

/** Takes back what {@link claimDestination} wrote, where nothing was archived since. @returns whether it did */
export async function releaseDestination(objects: ObjectStore, engineId: string): Promise<boolean> {
  const { mark, readme } = destinationLayout;
  const owner = await openDocumentFolder(objects, '').find(mark);
  if (owner?.engineId !== engineId) return false;
  for (const folder of destinationFolders) {
    for await (const _ of walkObjects(objects, folder)) return false;
  }
  await objects.remove(readme.name);
  await objects.remove(mark.name);
  return true;
}

/** Whose it is, where it isn't the writer's. */
function whyOther(mark: ArchiveMark, { engineId, platform }: DestinationOwner): string | undefined {
  if (mark.engineId !== engineId) {
    return `an archive of another engine, ${mark.engineId}, for ${placeOf(mark.platform)}`;
  }
  if (mark.platform.kind === 'local') {
    const isSame = platform.kind === 'local' && platform.key === mark.platform.key;
    return isSame ? undefined : `an archive of ${placeOf(mark.platform)}`;
  }
  const { baseUrl, account } = mark.platform;
  const isSame =
    platform.kind === 'configured' &&
    platform.baseUrl === baseUrl &&
    (account === undefined || platform.account === undefined || platform.account === account);
  return isSame ? undefined : `an archive of ${placeOf(mark.platform)}`;
}

function placeOf(platform: StudyPlatform): string {
  if (platform.kind === 'local') return `the local platform in ${platform.home}`;
  const { baseUrl, account } = platform;
  return `${baseUrl}${account === undefined ? '' : ` (account ${account})`}`;
}
