/** How long a job held its hardware: `jobs/<k>-hours.json`. */
import { z } from 'zod';
import { isTerminalJobStatus, type StatusEntry } from '../../src/platform-api/index.ts';
import type { StudyFolder } from '../../src/results/index.ts';

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

/** Keeps job `k`'s hours. */
export async function keepJobHours(
  folder: StudyFolder,
  k: number,
  heldHours: number,
): Promise<void> {
  await folder.writeJson(nameOf(k), { heldHours });
}

/** Job `k`'s hours; 0 for one that never ran. */
export async function keptJobHours(folder: StudyFolder, k: number): Promise<number> {
  if (!(await folder.has(nameOf(k)))) return 0;
  return (await folder.readJson(nameOf(k), hoursSchema)).heldHours;
}

function nameOf(k: number): string {
  return `jobs/${k}-hours.json`;
}
