import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeFileAtomicSync } from '../../files/index.ts';
import { processMark, signalGroup } from './process-mark.ts';

const recordSchema = z.array(z.object({ name: z.string(), pid: z.int(), mark: z.string() }));

/** A started program as it is written down; each leads its own process group. */
export type ProgramRecord = Readonly<z.infer<typeof recordSchema>[number]>;

/** Writes down which programs run. A home that was removed meanwhile is not made anew for it. */
export function recordPrograms(path: string, programs: readonly ProgramRecord[]): void {
  if (!existsSync(dirname(path))) return;
  writeFileAtomicSync(path, `${JSON.stringify(programs)}\n`);
}

/** Nothing runs any more. Writes nothing: the home may be about to be removed. */
export function forgetPrograms(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Waits until the programs of a supervisor that was killed have ended: by themselves when their lease ends, killed after `graceMs`.
 * Call it with the home locked: two Temporal servers on one database file would spoil it. Gives back the names of those that were still there.
 */
export async function clearLeftovers(path: string, graceMs: number): Promise<readonly string[]> {
  const found = readRecords(path).filter(isThere);
  const started = performance.now();
  let killed = false;
  while (found.some(isThere)) {
    if (!killed && performance.now() - started > graceMs) {
      killed = true;
      for (const record of found) if (isThere(record)) signalGroup(record.pid, 'SIGKILL');
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  forgetPrograms(path);
  return found.map((record) => record.name);
}

function isThere(record: ProgramRecord): boolean {
  return processMark(record.pid) === record.mark;
}

/** Gives back what was written down; nothing where the file is missing or damaged. */
export function readRecords(path: string): readonly ProgramRecord[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return [];
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
