/** Copies a home folder that nobody uses. The copy isn't one before its summary stands, which is written last. */
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readdir, readlink, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { flushFolders, measureTree, writeFileAtomic } from '../../files/index.ts';
import { backupNames, type BackupLine, type BackupSummary } from './manifest.ts';
import { copyFileHashed } from './copy-file.ts';
import { isPassing } from './rest-of-home.ts';

/** What is copied, and where to. */
export interface BackupOrder {
  /** Absolute, and locked by the caller. */
  readonly home: string;
  /** Absolute: a folder that isn't there yet, or is empty. */
  readonly folder: string;
  readonly engineVersion: string;
  readonly engineId: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** @throws UsageError USAGE_BACKUP where the folder is within the home, has something in it, or its disk is too small */
export async function backUpHome(order: BackupOrder): Promise<BackupSummary> {
  const { home, folder, signal } = order;
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(home)}${sep}`)) {
    throw refused(
      `${folder} is within the home folder ${home}`,
      'Give a folder elsewhere, at best on another disk',
    );
  }
  await requireEmpty(folder);
  await requireRoom(home, folder);
  const target = join(folder, backupNames.home);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const lines = await open(join(folder, backupNames.lines), 'wx', 0o600);
  const hash = createHash('sha256');
  let files = 0;
  let bytes = 0;
  try {
    for await (const path of pathsOf(home)) {
      signal.throwIfAborted();
      const line = await copyOne(home, target, path);
      if (line === undefined) continue;
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      await lines.writeFile(text);
      if (line.kind !== 'file') continue;
      files += 1;
      bytes += line.bytes;
      order.onBytes(bytes);
    }
    await lines.sync();
  } finally {
    await lines.close();
  }
  const summary: BackupSummary = {
    ...{ formatVersion: 1, engineVersion: order.engineVersion, engineId: order.engineId },
    ...{ madeAt: order.now.toISOString(), home, files, bytes, lines: hash.digest('hex') },
  };
  const text = `${JSON.stringify(summary, null, 2)}\n`;
  await writeFileAtomic(join(folder, backupNames.summary), [text], { isPrivate: true });
  await flushFolders([folder, dirname(folder)]);
  return summary;
}

/** Paths below the home, a folder before what is in it. */
async function* pathsOf(home: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(home, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isPassing(path)) continue;
    yield path;
    if (entry.isDirectory()) yield* pathsOf(home, path);
  }
}

/** Undefined for what can't be kept, such as a pipe that a run made. */
async function copyOne(
  home: string,
  target: string,
  path: string,
): Promise<BackupLine | undefined> {
  const from = join(home, path);
  const found = await lstat(from);
  const mode = found.mode & 0o7777;
  if (found.isDirectory()) {
    await mkdir(join(target, path), { mode: 0o700 });
    return { kind: 'folder', path, mode };
  }
  if (found.isSymbolicLink()) return { kind: 'link', path, target: await readlink(from) };
  if (!found.isFile()) return undefined;
  return { kind: 'file', path, mode, ...(await copyFileHashed(from, join(target, path), 0o600)) };
}

async function requireEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  throw refused(
    `${folder} is there already, and has something in it`,
    'Give a new folder for each back-up, such as one with the date in its name',
  );
}

async function requireRoom(home: string, folder: string): Promise<void> {
  const { bytes } = await measureTree(home);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > bytes) return;
  await rmdir(folder);
  throw refused(
    `${home} takes ${Math.ceil(bytes / 1e6)} MB, and the disk of ${folder} has ${Math.floor((bavail * bsize) / 1e6)} MB left`,
    'Give a folder on a larger disk, or remove old studies first: doeflow prune',
  );
}

function refused(message: string, hint: string): UsageError {
  return new UsageError('USAGE_BACKUP', message, { hint });
}
