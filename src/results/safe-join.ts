/** Names that a server gave, as places inside our own folder. */
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const maxSegmentBytes = 255;

/** True for a relative path that stays where it is put, on every system. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\0') || path.includes('\\') || /^[A-Za-z]:/.test(path))
    return false;
  return path
    .split('/')
    .every(
      (part) =>
        part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= maxSegmentBytes,
    );
}

/**
 * Where to put a file named by a server: inside `root` under its own name, or under `otherwise` when the name can't be trusted or a link
 * lies in its way. Makes the folders.
 */
export async function safeJoin(root: string, path: string, otherwise: string): Promise<string> {
  const target =
    isSafePath(path) && !(await crossesLink(root, path))
      ? join(root, path)
      : join(root, otherwise.replace(/[^\w./-]/g, '_'));
  await mkdir(dirname(target), { recursive: true });
  return target;
}

async function crossesLink(root: string, path: string): Promise<boolean> {
  let place = root;
  for (const part of path.split('/')) {
    place = join(place, part);
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined) return false;
    if (found.isSymbolicLink()) return true;
  }
  return false;
}
