/** How long a job held its hardware: `jobs/<jobNumber>-hours.json`. */
import { z } from 'zod';
import { isTerminalJobStatus, type StatusEntry } from '../../src/platform-api/index.ts';
import type { StudyFolder } from '../../src/store/index.ts';

const hoursSchema = z.object({ heldHours: z.number().nonnegative() });
/** Display names of the states in which the hardware is there. */
const atWork = new Set(['Started', 'Validated', 'Executing', 'Stopping']);

/** Hours between the first state with hardware and the job's end; 0 for one that never had any, or whose history gives no times. */
export function hoursHeld(history: readonly StatusEntry[]): number {
  const times = (belongs: (status: string) => boolean): number[] =>
    history
      .filter(({ status }) => belongs(status))
      .map(({ statusDate }) => Date.parse(statusDate ?? ''))
      .filter(Number.isFinite);
  const began = Math.min(...times((status) => atWork.has(status)));
  const ended = Math.max(...times(isTerminalJobStatus));
  return Number.isFinite(began) && ended > began ? (ended - began) / 3_600_000 : 0;
}

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
