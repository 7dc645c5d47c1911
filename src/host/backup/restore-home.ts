/** Makes a home folder of a back-up: beside its place at first, so that a home is whole or not there. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { flushFolders, removeTree } from '../../files/index.ts';
import { copyFileHashed } from './copy-file.ts';
import { backupNames, type BackupLine, type BackupSummary } from './manifest.ts';
import { damaged, readLines, readSummary } from './read-backup.ts';
import { keepRestoredMark } from './restored-mark.ts';

/** How a back-up is read. */
export interface RestoreHooks {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** Where a home is put together: there only while a restore goes on, or after one that was cut off. */
export function restoringFolder(home: string): string {
  return `${home}.restoring`;
}

/** Reads every file of a back-up. @throws ResultError RESULT_BACKUP for the first that isn't as it was written */
export async function checkBackup(folder: string, hooks: RestoreHooks): Promise<BackupSummary> {
  const summary = await readSummary(folder);
  await eachLine(folder, summary, hooks, async (line) => {
    if (line.kind !== 'file') return 0;
    const hash = createHash('sha256');
    const path = join(folder, backupNames.home, line.path);
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    requireSame(line, hash.digest('hex'));
    return line.bytes;
  });
  return summary;
}

/**
 * Restores to `home`, which isn't there yet or holds no file.
 * @throws UsageError USAGE_BACKUP, exit code 5, where something is there
 */
export async function restoreHome(
  folder: string,
  home: string,
  now: Date,
  hooks: RestoreHooks,
): Promise<BackupSummary> {
  const summary = await readSummary(folder);
  const emptyFolders = await requireFree(home);
  const aside = restoringFolder(home);
  await removeTree(aside);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const folders: (BackupLine & { kind: 'folder' })[] = [];
  const links: (BackupLine & { kind: 'link' })[] = [];
  await eachLine(folder, summary, hooks, async (line) => {
    const target = join(aside, line.path);
    if (line.kind === 'folder') {
      await mkdir(target, { mode: 0o700 });
      folders.push(line);
      return 0;
    }
    if (line.kind === 'link') {
      links.push(line);
      return 0;
    }
    const from = join(folder, backupNames.home, line.path);
    const { sha256 } = await copyFileHashed(from, target, line.mode);
    requireSame(line, sha256);
    return line.bytes;
  });
  // Last: nothing is written through one.
  for (const { path, target } of links) await symlink(target, join(aside, path));
  for (const { path, mode } of folders.reverse()) await chmod(join(aside, path), mode);
  await keepRestoredMark(aside, { ...summary, now });
  await flushFolders([aside]);
  // One by one: where a command has put something there meanwhile, it stays, and the rename is refused.
  for (const empty of [...emptyFolders, home]) await rmdir(empty).catch(() => undefined);
  await rename(aside, home);
  await flushFolders([dirname(home)]);
  return summary;
}

async function eachLine(
  folder: string,
  summary: BackupSummary,
  { signal, onBytes }: RestoreHooks,
  work: (line: BackupLine) => Promise<number>,
): Promise<void> {
  let bytes = 0;
  let files = 0;
  for await (const line of readLines(folder, summary)) {
    signal.throwIfAborted();
    try {
      bytes += await work(line);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw damaged(`${line.path} is missing`);
    }
    if (line.kind === 'file') files += 1;
    onBytes(bytes);
  }
  if (files !== summary.files) throw damaged(`it has ${files} files, not ${summary.files}`);
}

function requireSame({ path, sha256 }: BackupLine & { kind: 'file' }, found: string): void {
  if (found !== sha256) throw damaged(`${path} was changed`);
}

/** @returns the empty folders in it, the innermost first */
async function requireFree(home: string): Promise<readonly string[]> {
  // A command that only looked leaves empty folders.
  const entries = await readdir(home, { withFileTypes: true, recursive: true }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    },
  );
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  if (entries.every((entry) => entry.isDirectory())) return paths.sort().reverse();
  throw new UsageError('USAGE_BACKUP', `${home} has something in it: nothing was restored`, {
    exitCode: 5,
    hint: 'Move it away, or set DOEFLOW_HOME to a folder that isn’t there yet',
  });
}
