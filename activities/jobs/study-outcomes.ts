/** Outcomes of a study's runs, one file a job: `outcomes/<jobNumber>.ndjson`. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { readOutcomes, writeOutcomes, type StudyFolder } from '../../src/store/index.ts';

function outcomesName(jobNumber: number): string {
  return `outcomes/${jobNumber}.ndjson`;
}

/** Keeps job `jobNumber`'s outcomes; written aside and renamed, so a repeat replaces them whole. */
export async function keepOutcomes(
  folder: StudyFolder,
  jobNumber: number,
  outcomes: readonly RunOutcome[],
): Promise<void> {
  await writeOutcomes(folder.path(outcomesName(jobNumber)), outcomes);
}

/** Outcomes of the jobs 1..`lastJobNumber` that have any, in the order of the jobs. */
export async function readStudyOutcomes(
  folder: StudyFolder,
  lastJobNumber: number,
): Promise<RunOutcome[][]> {
  const all: RunOutcome[][] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    if (await folder.has(outcomesName(jobNumber)))
      all.push([...(await readOutcomes(folder.path(outcomesName(jobNumber))))]);
  }
  return all;
}
