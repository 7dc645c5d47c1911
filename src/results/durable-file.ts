/** Files that are whole or absent: written aside, flushed, renamed. */
import { randomBytes } from 'node:crypto';
import { open, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A path beside `path` that no other writer uses. */
export function asidePath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`;
}

/** Gives `path` the content that `write` puts into the file it is given, in one instant. */
export async function writeAside(
  path: string,
  write: (aside: string) => Promise<void>,
): Promise<void> {
  const aside = asidePath(path);
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(aside);
    const file = await open(aside, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
