import { chmodSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { userInfo } from 'node:os';
import { makeFolderSync } from './make-folder.ts';

/**
 * Makes a folder that only its owner may enter, also where everybody may make folders.
 * @throws Error when it is there and isn't ours alone
 */
export function makeOwnFolderSync(path: string): void {
  makeFolderSync(path, { mode: 0o700 });
  const entry = lstatSync(path);
  if (!entry.isDirectory() || entry.uid !== userInfo().uid || (entry.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${path} must belong to you alone (mode 700), but another user has it or may read it; remove it, or set TMPDIR`,
    );
  }
}

/** Whether there is a socket at an address, and we have put it there. */
export function isOwnSocket(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isSocket() === true && entry.uid === userInfo().uid;
}

/** Listens at a Unix socket that only its owner may open, from its first moment on. A file that is there is replaced. */
export async function listenForOwner(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket's file is made before `listen` returns.
    const before = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(before);
  });
  chmodSync(path, 0o600);
}
