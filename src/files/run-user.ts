/**
 * Another user of this machine, under whom strangers' commands are executed: what is theirs, and what they may enter. Only root can start
 * processes of another user and hand folders over.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { userInfo } from 'node:os';
import { UsageError } from '../errors.ts';

/** A user by name and number. */
export interface RunUser {
  readonly name: string;
  readonly uid: number;
  /** Their own group. */
  readonly gid: number;
}

/** @throws UsageError USAGE_RUN_AS when there is no such user, it is root, or we aren't. */
export function findRunUser(name: string): RunUser {
  const { uid: own } = userInfo();
  if (own !== 0) {
    throw new UsageError(
      'USAGE_RUN_AS',
      `Runs can't be executed as ${name}: only root can start processes of another user, and this is user ${own}`,
      {
        hint: 'Start it as root, or leave --run-as (DOEFLOW_RUN_AS) out: then runs have your own rights',
      },
    );
  }
  const [uid, gid] = ['-u', '-g'].map((flag) => numberOf(flag, name));
  if (uid === undefined || gid === undefined || uid === 0) {
    throw new UsageError(
      'USAGE_RUN_AS',
      `Expected the name of a user other than root to execute runs as, got ${JSON.stringify(name)}`,
      { hint: 'Make one for it: useradd --system --no-create-home doeflow-runs' },
    );
  }
  return { name, uid, gid };
}

function numberOf(flag: string, name: string): number | undefined {
  if (!/^[A-Za-z_][\w.-]{0,31}$/.test(name)) return undefined;
  try {
    const text = execFileSync('id', [flag, name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(text);
  } catch {
    return undefined;
  }
}

/** Lets the user pass through a folder of ours without seeing what is in it; everything in it but `open` is closed to them. */
export function letPass(folder: string, user: RunUser, open: readonly string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (open.includes(entry.name) || entry.isSymbolicLink()) continue;
    chmodSync(join(folder, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  chownSync(folder, userInfo().uid, user.gid);
  chmodSync(folder, 0o710);
}

/** Makes a folder that is the user's own. The folder around it must be ours. */
export function makeFolderOf(user: RunUser, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  lchownSync(path, user.uid, user.gid);
}

/** Lets the user read all that is below a folder, which nobody else may change meanwhile. */
export function letRead(path: string, user: RunUser): void {
  const entry = lstatSync(path);
  lchownSync(path, userInfo().uid, user.gid);
  if (entry.isDirectory()) {
    for (const name of readdirSync(path)) letRead(join(path, name), user);
    chmodSync(path, 0o750);
  } else if (entry.isFile()) chmodSync(path, (entry.mode & 0o100) === 0 ? 0o640 : 0o750);
}

/** @throws UsageError USAGE_RUN_AS naming the first folder on the way to a path that the user may not enter. */
export function assertReachable(path: string, user: RunUser): void {
  const above = dirname(path);
  if (above !== path) assertReachable(above, user);
  const { uid, gid, mode } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) !== 0) return;
  throw new UsageError(
    'USAGE_RUN_AS',
    `Runs can't be executed as ${user.name}: this user may not enter ${path} (mode ${(mode & 0o777).toString(8)})`,
    {
      hint: 'Put the data folder (--data, or DOEFLOW_HOME) and the program where that user can reach them, such as below /var/lib and /opt',
    },
  );
}
