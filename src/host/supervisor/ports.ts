import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { z } from 'zod';
import { writeFileAtomicSync } from '../../files/index.ts';
import type { HomeFiles } from './home-files.ts';

const port = z.int().min(1).max(65_535);
const portsSchema = z.object({
  temporal: port,
  http: port,
  ui: port,
  uiBehind: port,
  platform: port,
});

/** The loopback ports of one home folder: Temporal's own protocol, its HTTP API, its user interface with the door before it (`ui`), and the local platform. */
export type Ports = Readonly<z.infer<typeof portsSchema>>;

/** Below the range that systems hand out for outgoing connections; the end isn't part of it. */
const range = [20_000, 30_000] as const;
const tries = 1000;

/**
 * Gives back this home's ports: the kept ones as long as they are free, so that links stay good from one start to the next; others
 * where somebody took one. A new one is drawn by chance, so that nobody on this machine can know it and sit there first.
 */
export async function choosePorts(files: HomeFiles): Promise<Ports> {
  const kept = readPorts(files.ports);
  const taken = new Set<number>();
  const choose = async (wanted: number | undefined): Promise<number> => {
    let candidate = wanted ?? randomInt(...range);
    for (let left = tries; left > 0; left -= 1) {
      if (!taken.has(candidate) && (await isPortFree(candidate))) {
        taken.add(candidate);
        return candidate;
      }
      candidate = randomInt(...range);
    }
    throw new Error(
      `Of ${tries} ports between ${range[0]} and ${range[1] - 1}, none was free; doeflow needs five`,
    );
  };
  const ports = {
    temporal: await choose(kept.temporal),
    http: await choose(kept.http),
    ui: await choose(kept.ui),
    uiBehind: await choose(kept.uiBehind),
    platform: await choose(kept.platform),
  };
  writeFileAtomicSync(files.ports, `${JSON.stringify(ports)}\n`);
  return ports;
}

/** Says whether a server could listen on this loopback port now. */
function isPortFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port: candidate, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

type KeptPorts = { readonly [Name in keyof Ports]?: number | undefined };

function readPorts(path: string): KeptPorts {
  try {
    return portsSchema.partial().parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Ports are replaceable: a missing or damaged file only means that they are chosen again.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return {};
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
