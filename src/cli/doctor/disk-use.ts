/** What everything of a home takes on the disk, and what is still free there. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { measureTree } from '../../files/index.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { isInBucket } from '../../host/settings/store-place.ts';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import { surveyStudies } from '../studies/stored-study.ts';

/** One thing that takes space. */
export interface DiskUse {
  readonly what: string;
  readonly path: string;
  /** Null where it can't be told, as of a bucket. */
  readonly bytes: number | null;
  /** False where it takes more than that: counting it all would have taken too long. */
  readonly isWhole: boolean;
}

/** Free and whole space of the disk that has a folder. */
export interface FreeSpace {
  readonly freeBytes: number;
  readonly diskBytes: number;
}

/** Longest time for one figure, in milliseconds: a doctor that counts a million files for minutes is no help. */
const patienceMs = 5_000;

/** Measures each part; one after the other, as they may share a disk. */
export async function readDiskUse(
  settings: Pick<Settings, 'home' | 'store' | 'cacheDirectory'>,
  store: Store | undefined,
): Promise<readonly DiskUse[]> {
  const { home, store: place, cacheDirectory } = settings;
  const { temporalDatabase, platformData, logs } = homeFiles(home);
  const isFolder = !isInBucket(place);
  const inStore = (name: string): string => (isFolder ? join(place, name) : place);
  const uses = [
    await useOf('records and files of studies', inStore('studies'), isFolder),
    await useOf('contents that studies name', inStore('objects'), isFolder),
    await useOf('local platform', platformData),
    await useOf('Temporal database', join(temporalDatabase, '..')),
    await useOf('logs', logs),
    await useOf('caches', cacheDirectory),
  ];
  return [...uses, ...(store === undefined ? [] : await resultsCopies(store))];
}

/** Copies of results that lie where their owners wanted them: nothing that doeflow ever removes. */
async function resultsCopies(store: Store): Promise<readonly DiskUse[]> {
  const { studies } = await surveyStudies(store);
  const folders = [...new Set(studies.flatMap(({ snapshot }) => snapshot.resultsDir ?? []))];
  const signal = AbortSignal.timeout(patienceMs);
  let bytes = 0;
  let isWhole = true;
  for (const folder of folders) {
    const size = await measureTree(folder, signal);
    bytes += size.bytes;
    isWhole &&= size.isWhole;
  }
  const path = folders.length === 1 ? (folders[0] ?? '') : `${folders.length} folders`;
  return folders.length === 0 ? [] : [{ what: 'copies of results', path, bytes, isWhole }];
}

async function useOf(what: string, path: string, isFolder = true): Promise<DiskUse> {
  if (!isFolder) return { what, path, bytes: null, isWhole: true };
  const { bytes, isWhole, unreadable } = await measureTree(path, AbortSignal.timeout(patienceMs));
  return { what, path, bytes, isWhole: isWhole && unreadable === 0 };
}

/** Undefined where the system doesn't tell. */
export async function readFreeSpace(folder: string): Promise<FreeSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, diskBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Whether the disk will be full before long: less than a twentieth of it, and less than 20 GB, are free. */
export function isScarce({ freeBytes, diskBytes }: FreeSpace): boolean {
  return freeBytes < Math.min(diskBytes / 20, 20e9);
}
