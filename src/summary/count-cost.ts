import { layout, readJobHours, readStudyOutcomes, type DocumentFolder } from '../store/index.ts';
import { costOfJobs, type CorePrice, type CostRange } from '../study/cost.ts';
import type { Study } from '../study/study.ts';

/**
 * What the jobs 1..`lastJobNumber` of a study cost, from the times that the platform gave.
 * @param price of a core hour; default: the one that the study read at its end
 */
export async function countCost(
  folder: DocumentFolder,
  study: Study,
  lastJobNumber: number,
  price?: CorePrice,
): Promise<CostRange> {
  const runHours = new Map<number, number>();
  for (const { jobNumber, elapsedSeconds } of (
    await readStudyOutcomes(folder, lastJobNumber)
  ).flat()) {
    runHours.set(jobNumber, (runHours.get(jobNumber) ?? 0) + (elapsedSeconds ?? 0) / 3600);
  }
  const uses = await Promise.all(
    Array.from({ length: lastJobNumber }, async (_, index) => ({
      heldHours: await readJobHours(folder, index + 1),
      runHours: runHours.get(index + 1) ?? 0,
    })),
  );
  return costOfJobs(study, uses, price ?? (await folder.find(layout.price)));
}
