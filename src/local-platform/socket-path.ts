import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolderSync } from '../files/index.ts';

/** Unix socket addresses end at this many bytes on Linux (macOS: four fewer). */
const longestAddress = 103;

/**
 * The address of the runner's socket: in the data folder, or under the system's temporary folder by a hash when the path is
 * too long for an address.
 */
export function runnerSocketPath(dataFolder: string): string {
  const direct = join(dataFolder, 'runner.sock');
  if (Buffer.byteLength(direct) <= longestAddress) return direct;
  const folder = join(tmpdir(), `doeflow-${userInfo().uid}`);
  makeOwnFolderSync(folder);
  return join(folder, `${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}.sock`);
}
