import { readdir } from 'node:fs/promises';
import { readOutcomes } from '../../store/index.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import type { StudyFolder } from '../../store/index.ts';

/**
 * Outcomes of all attempts that were collected so far, job by job in the order of their numbers; readable while the study runs,
 * since each job's file appears whole.
 */
export async function readAttempts(
  folder: StudyFolder,
): Promise<readonly (readonly RunOutcome[])[]> {
  const directory = folder.path('outcomes');
  const numbers = (await namesIn(directory))
    .map((name) => /^([0-9]+)\.ndjson$/u.exec(name)?.[1])
    .filter((text) => text !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  return Promise.all(
    numbers.map(async (jobNumber) => [
      ...(await readOutcomes(folder.path(`outcomes/${jobNumber}.ndjson`))),
    ]),
  );
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
