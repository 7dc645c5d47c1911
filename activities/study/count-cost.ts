import type { StudyFolder } from '../../src/store/index.ts';
import { costOfJobs, type CostRange } from '../../src/study/cost.ts';
import type { Study } from '../../src/study/study.ts';
import { keptJobHours } from '../jobs/job-hours.ts';
import { readStudyOutcomes } from '../jobs/study-outcomes.ts';
import { keptPrice } from './read-price.ts';

/** What the jobs 1..`lastJobNumber` of a study cost, from the times that the platform told. */
export async function countCost(
  folder: StudyFolder,
  study: Study,
  lastJobNumber: number,
): Promise<CostRange> {
  const runHours = new Map<number, number>();
  for (const { jobNumber, elapsedSeconds } of (
    await readStudyOutcomes(folder, lastJobNumber)
  ).flat()) {
    runHours.set(jobNumber, (runHours.get(jobNumber) ?? 0) + (elapsedSeconds ?? 0) / 3600);
  }
  const uses = await Promise.all(
    Array.from({ length: lastJobNumber }, async (_, index) => ({
      heldHours: await keptJobHours(folder, index + 1),
      runHours: runHours.get(index + 1) ?? 0,
    })),
  );
  return costOfJobs(study, uses, await keptPrice(folder));
}
