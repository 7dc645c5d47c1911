/** A job that is cut so that what is set aside for it fits: fewer slots, and as many runs as those take in the same time. */
import { layout, type DocumentFolder } from '../../src/store/index.ts';
import { slotsThatFit } from '../../src/study/budget.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';

/** How a job was cut. */
export interface CutJob {
  readonly slots: number;
  readonly runs: number;
  /** Runs that follow in the job whose number was spare. */
  readonly left: number;
}

/**
 * Cuts planned job `jobNumber`, and keeps what is left of it for job `spare`; again the same, whatever there is room for by then. Undefined where
 * not even one slot fits.
 * @param room core hours
 */
export async function cutJob(
  folder: DocumentFolder,
  { study, plan }: { readonly study: Study; readonly plan: Plan },
  {
    jobNumber,
    spare,
    room,
  }: {
    readonly jobNumber: number;
    readonly spare: number;
    readonly room: number;
  },
): Promise<CutJob | undefined> {
  const before = await readCut(folder, jobNumber, spare);
  if (before !== undefined) return before;
  const planned = plan.jobs[jobNumber - 1];
  const slots = slotsThatFit(study, room);
  if (planned === undefined || slots === undefined || slots < 1) return undefined;
  const all = runsOfJob(planned).map((run) => ({ run, attempt: 1, spent: {} }));
  const runs = Math.max(1, Math.floor((all.length * slots) / study.job.hardware.slots));
  const rest = all.slice(runs);
  // What is left first: a cut without it would lose runs.
  if (rest.length > 0) await folder.write(layout.retryChoice(spare), { runs: rest });
  await folder.create(layout.retryChoice(jobNumber), { runs: all.slice(0, runs), slots });
  return { slots, runs, left: rest.length };
}

/** How a job was cut before; undefined where it wasn't. @param spare the number of the job that is to follow; none of its runs are left where that was begun */
export async function readCut(
  folder: Pick<DocumentFolder, 'find'>,
  jobNumber: number,
  spare: number | undefined,
): Promise<CutJob | undefined> {
  const choice = await folder.find(layout.retryChoice(jobNumber));
  if (choice?.slots === undefined || !Array.isArray(choice.runs)) return undefined;
  const rest = spare === undefined ? undefined : await folder.find(layout.retryChoice(spare));
  return {
    slots: choice.slots,
    runs: choice.runs.length,
    left: Array.isArray(rest?.runs) ? rest.runs.length : 0,
  };
}
