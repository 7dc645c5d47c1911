import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { readAttempts } from './outcomes.ts';
import type { PackedAttempt } from './read-packs.ts';

/**
 * All attempts of runs of which files are kept, in the order of the runs; what lies by itself counts whether an outcome tells of it or not. An attempt
 * with a pack has no other files.
 * @param known the outcomes of all attempts, where the caller has just read them
 */
export async function attemptsWithFiles(
  folder: DocumentFolder,
  known?: readonly (readonly RunOutcome[])[],
): Promise<readonly PackedAttempt[]> {
  const { objects } = await folder.list(layout.allPacks);
  // A study without packs is read without its outcomes: they may be damaged.
  const attempts = objects.length === 0 ? [] : (known ?? (await readAttempts(folder))).flat();
  const packed = attempts.filter(({ pack }) => pack !== undefined);
  const found: PackedAttempt[] = [...packed];
  const isPacked = new Set(packed.map(({ run, attempt }) => `${run}/${attempt}`));
  for (const run of (await folder.list(layout.allRuns)).folders) {
    for (const attempt of (await folder.list(layout.runAttempts(run))).folders) {
      if (isPacked.has(`${run}/${attempt}`)) continue;
      found.push({ run: Number(run), attempt: Number(attempt) });
    }
  }
  return found.sort((a, b) => a.run - b.run || a.attempt - b.attempt);
}

/** These attempts, and all others of their runs whose files lie by themselves. */
export async function besidesLoose(
  folder: DocumentFolder,
  attempts: readonly PackedAttempt[],
): Promise<readonly PackedAttempt[]> {
  const found = new Map(attempts.map((one) => [`${one.run}/${one.attempt}`, one]));
  for (const one of attempts) {
    if (one.pack !== undefined && one.attempt === 1) continue;
    for (const attempt of (await folder.list(layout.runAttempts(String(one.run)))).folders) {
      const key = `${one.run}/${attempt}`;
      if (!found.has(key)) found.set(key, { run: one.run, attempt: Number(attempt) });
    }
  }
  return [...found.values()];
}
