import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../kit/free-port.ts';
import { waitFor } from '../kit/processes.ts';

/** A PostgreSQL server of its own in a folder. */
export interface Postgres {
  readonly port: number;
  stop(): Promise<void>;
}

/** The folder of PostgreSQL's programs, or undefined where it isn't installed. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Whom the server runs as: it refuses root. */
function userOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes a cluster and starts it on this machine alone, with its usual durability. */
export async function startPostgres(bin: string, folder: string): Promise<Postgres> {
  const user = userOf();
  const data = join(folder, 'postgres');
  mkdirSync(data);
  if (user.uid !== undefined && user.gid !== undefined) {
    // On the way to its data it passes the folder, of which it needs nothing else.
    chmodSync(folder, 0o711);
    chownSync(data, user.uid, user.gid);
  }
  chmodSync(data, 0o700);
  const own = { ...user, cwd: '/', stdio: 'pipe' as const };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'],
    own,
  );
  const port = await freePort();
  const server: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-c', 'max_connections=200'],
    own,
  );
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  server.stdout?.resume();
  await waitFor('PostgreSQL to take connections', () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
    return said.includes('ready to accept connections');
  });
  return {
    port,
    async stop() {
      if (server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGINT');
      await gone;
    },
  };
}
