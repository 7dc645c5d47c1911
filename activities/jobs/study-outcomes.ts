/** Outcomes of a study's runs, one file a job: `outcomes/<k>.ndjson`. */
import {
  readOutcomes,
  writeOutcomes,
  type RunOutcome,
  type StudyFolder,
} from '../../src/results/index.ts';

function outcomesName(k: number): string {
  return `outcomes/${k}.ndjson`;
}

/** Keeps job `k`'s outcomes; written aside and renamed, so a repeat replaces them whole. */
export async function keepOutcomes(
  folder: StudyFolder,
  k: number,
  outcomes: readonly RunOutcome[],
): Promise<void> {
  await writeOutcomes(folder.path(outcomesName(k)), outcomes);
}

/** Outcomes of the jobs 1..`lastK` that have any, in the order of the jobs. */
export async function readStudyOutcomes(
  folder: StudyFolder,
  lastK: number,
): Promise<RunOutcome[][]> {
  const all: RunOutcome[][] = [];
  for (let k = 1; k <= lastK; k += 1) {
    if (await folder.has(outcomesName(k)))
      all.push([...(await readOutcomes(folder.path(outcomesName(k))))]);
  }
  return all;
}
