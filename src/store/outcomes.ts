/** What became of each run: one object of outcomes per job. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { jobOfOutcomes, layout } from './layout.ts';
import type { StudyFolder } from './study-folder.ts';

/** Keeps job `jobNumber`'s outcomes; a repeat replaces them whole. */
export async function keepOutcomes(
  folder: StudyFolder,
  jobNumber: number,
  outcomes: readonly RunOutcome[],
): Promise<void> {
  await folder.write(layout.outcomes(jobNumber), outcomes);
}

/** Outcomes of the jobs 1..`lastJobNumber` that have any, in the order of the jobs. */
export async function readStudyOutcomes(
  folder: StudyFolder,
  lastJobNumber: number,
): Promise<readonly (readonly RunOutcome[])[]> {
  const all: (readonly RunOutcome[])[] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    const outcomes = await folder.find(layout.outcomes(jobNumber));
    if (outcomes !== undefined) all.push(outcomes);
  }
  return all;
}

/**
 * Outcomes of all attempts that were collected so far, in the order of the jobs; readable while the study runs, since each job's outcomes
 * appear whole.
 */
export async function readAttempts(
  folder: StudyFolder,
): Promise<readonly (readonly RunOutcome[])[]> {
  const { objects } = await folder.list(layout.allOutcomes);
  const jobNumbers = objects
    .map(jobOfOutcomes)
    .filter((jobNumber) => jobNumber !== undefined)
    .sort((a, b) => a - b);
  return Promise.all(jobNumbers.map((jobNumber) => folder.read(layout.outcomes(jobNumber))));
}
