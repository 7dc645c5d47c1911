/** How long a job held its hardware: `jobs/<jobNumber>-hours.json`. */
import { z } from 'zod';
import type { StudyFolder } from '../../src/store/index.ts';

const hoursSchema = z.object({ heldHours: z.number().nonnegative() });

/** Keeps job `jobNumber`'s hours. */
export async function keepJobHours(
  folder: StudyFolder,
  jobNumber: number,
  heldHours: number,
): Promise<void> {
  await folder.writeJson(nameOf(jobNumber), { heldHours });
}

/** Job `jobNumber`'s hours; 0 for one that never ran. */
export async function keptJobHours(folder: StudyFolder, jobNumber: number): Promise<number> {
  if (!(await folder.has(nameOf(jobNumber)))) return 0;
  return (await folder.readJson(nameOf(jobNumber), hoursSchema)).heldHours;
}

function nameOf(jobNumber: number): string {
  return `jobs/${jobNumber}-hours.json`;
}
