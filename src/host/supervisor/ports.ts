import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { z } from 'zod';
import { writeFileAtomicSync } from '../../files/index.ts';
import type { HomeFiles } from './home-files.ts';

const port = z.int().min(1).max(65_535);
const portsSchema = z.object({ temporal: port, ui: port, platform: port });

/** The loopback ports of one home folder. */
export type Ports = Readonly<z.infer<typeof portsSchema>>;

/**
 * Gives back this home's ports: the kept ones as long as they are free, so that links stay good from one start to the next; others
 * where somebody took one. They lie below the range that systems hand out for outgoing connections.
 */
export async function choosePorts(files: HomeFiles): Promise<Ports> {
  const kept = readPorts(files.ports);
  const first =
    20_000 + (createHash('sha256').update(files.home).digest().readUInt32BE(0) % 10_000);
  const taken = new Set<number>();
  const choose = async (wanted: number): Promise<number> => {
    for (let candidate = wanted; candidate < wanted + 1000; candidate += 1) {
      if (taken.has(candidate) || !(await isPortFree(candidate))) continue;
      taken.add(candidate);
      return candidate;
    }
    throw new Error(
      `The ports ${wanted} to ${wanted + 999} are all in use; doeflow needs three free ones`,
    );
  };
  const ports = {
    temporal: await choose(kept?.temporal ?? first),
    ui: await choose(kept?.ui ?? first + 1),
    platform: await choose(kept?.platform ?? first + 2),
  };
  writeFileAtomicSync(files.ports, `${JSON.stringify(ports)}\n`);
  return ports;
}

/** Says whether a server could listen on this loopback port now. */
export function isPortFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port: candidate, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

function readPorts(path: string): Ports | undefined {
  try {
    return portsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Ports are replaceable: a missing or damaged file only means that they are chosen again.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
