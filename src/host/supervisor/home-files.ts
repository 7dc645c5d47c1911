import { createHash } from 'node:crypto';
import { chmodSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import {
  assertReachable,
  letPass,
  makeFolderOf,
  makeFolderSync,
  makeOwnFolderSync,
  type RunUser,
} from '../../files/index.ts';

/** Where everything of one home folder is; absolute paths. */
export interface HomeFiles {
  readonly home: string;
  /** Locked by a running supervisor. */
  readonly lock: string;
  readonly socket: string;
  /** Who has the lock, for clients to end one that hangs. */
  readonly supervisor: string;
  readonly ports: string;
  readonly platformToken: string;
  /** Seals what is said to the workflows of this home. */
  readonly payloadKey: string;
  /** The processes that a supervisor started, for the next one to clear away what outlived it. */
  readonly programs: string;
  readonly logs: string;
  readonly temporalDatabase: string;
  readonly platformData: string;
}

/** Unix socket addresses end at this many bytes (Linux 107, macOS 103). */
const longestSocketPath = 103;

/** Gives back the paths of a home folder; a home too deep for a socket's address gets its socket under the temporary folder. */
export function homeFiles(home: string): HomeFiles {
  const direct = join(home, 'supervisor.sock');
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 24);
  return {
    home,
    lock: join(home, 'supervisor.lock'),
    socket:
      Buffer.byteLength(direct) <= longestSocketPath
        ? direct
        : join(tmpdir(), `doeflow-${userInfo().uid}`, `${digest}.sock`),
    supervisor: join(home, 'supervisor.json'),
    ports: join(home, 'ports.json'),
    platformToken: join(home, 'platform-token'),
    payloadKey: join(home, 'payload-key'),
    programs: join(home, 'programs.json'),
    logs: join(home, 'logs'),
    temporalDatabase: join(home, 'temporal', 'temporal.db'),
    platformData: join(home, 'platform'),
  };
}

/**
 * Makes the folders of a home, for its owner only: the socket hands out a token.
 * @throws Error when the socket's folder belongs to somebody else.
 */
export function makeHomeFolders(files: HomeFiles): void {
  makeFolderSync(files.home, { mode: 0o700 });
  // Whoever executes runs as another user has let them pass.
  if ((statSync(files.home).mode & 0o067) !== 0) chmodSync(files.home, 0o700);
  for (const folder of [files.logs, join(files.home, 'temporal'), files.platformData]) {
    makeFolderSync(folder, { mode: 0o700 });
  }
  const socketFolder = join(files.socket, '..');
  if (socketFolder === files.home) return;
  makeOwnFolderSync(socketFolder);
}

/**
 * Lets the user of runs reach the local platform's data folder and what is theirs in it, and nothing else of a home.
 * @throws UsageError USAGE_RUN_AS when a folder above the home is closed to them.
 */
export function openHome(files: HomeFiles, user: RunUser): void {
  letPass(files.home, user, ['platform']);
  letPass(files.platformData, user, ['jobs', 'runner']);
  makeFolderOf(user, join(files.platformData, 'runner'));
  assertReachable(files.platformData, user);
}
