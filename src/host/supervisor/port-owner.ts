import { readFileSync } from 'node:fs';

/** `0A` is the kernel's number for a socket that listens. */
const listening = '0A';

/** Who is asked at 127.0.0.1, as the kernel writes it: that address itself before those who listen on all. */
const asked = [
  { table: '/proc/net/tcp', address: '0100007F' },
  { table: '/proc/net/tcp', address: '00000000' },
  { table: '/proc/net/tcp6', address: '0'.repeat(32) },
] as const;

/** The next step where another user's process has a port of ours: the next start takes other ports. */
export const portTakenHint =
  'Repeat the command: it takes other ports. Ask that user what listens there';

/**
 * Says that another user's process listens where ours should, as a sentence's end; undefined where nobody does, or this can't be known (not
 * on Linux). The kernel says it, so that no server can lie about it.
 * @param port on 127.0.0.1
 */
export function foreignListener(port: number): string | undefined {
  const own = process.getuid?.();
  const uid = ownerOf(port);
  return uid === undefined || uid === own
    ? undefined
    : `a process of another user (uid ${uid}) listens on 127.0.0.1:${port} in its place`;
}

function ownerOf(port: number): number | undefined {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const { table, address } of asked) {
    for (const line of readTable(table)) {
      const [, local, , state, , , , uid] = line.trim().split(/\s+/);
      if (local === address + ending && state === listening) return Number(uid);
    }
  }
  return undefined;
}

function readTable(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    // Not on Linux, or a container that hides it.
    if ((error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}
