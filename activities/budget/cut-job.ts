/** A job that is cut so that what is set aside for it fits: fewer slots, and as many runs as those take in the same time. */
import { layout, specRuns, type DocumentFolder, type JobCut } from '../../src/store/index.ts';
import { slotsThatFit } from '../../src/study/budget.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';

/**
 * Cuts job `jobNumber`, planned or with runs that were chosen for it, and keeps what is left of it for job `spare`; again the same, whatever there
 * is room for by then. Undefined where not even one slot fits.
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
): Promise<JobCut | undefined> {
  const before = await completeCut(folder, jobNumber);
  if (before !== undefined) return before;
  const all = await runsOf(folder, plan, jobNumber);
  const slots = slotsThatFit(study, room);
  if (all.length === 0 || slots === undefined || slots < 1) return undefined;
  const turns = Math.ceil(all.length / study.job.hardware.slots);
  const runs = Math.min(all.length, turns * slots);
  const cut = { slots, spare, runs: all.slice(0, runs), rest: all.slice(runs) };
  await folder.create(layout.jobCut(jobNumber), cut);
  return completeCut(folder, jobNumber);
}

/** Gives both jobs their runs once it was decided how a job is cut, as whoever decided it may have died; undefined where it wasn't. */
export async function completeCut(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<JobCut | undefined> {
  const cut = await folder.find(layout.jobCut(jobNumber));
  if (cut === undefined) return undefined;
  const { runs, rest, slots, spare } = cut;
  // What is left first: a cut without it would lose runs.
  if (rest.length > 0) await folder.create(layout.retryChoice(spare), { runs: rest });
  const chosen = await folder.find(layout.retryChoice(jobNumber));
  if (chosen?.slots === undefined) {
    await folder.write(layout.retryChoice(jobNumber), { runs, slots });
  }
  return cut;
}

async function runsOf(
  folder: DocumentFolder,
  plan: Plan,
  jobNumber: number,
): Promise<JobCut['runs']> {
  const chosen = await folder.find(layout.retryChoice(jobNumber));
  if (chosen !== undefined) return specRuns(chosen).map(({ platformRun: _, ...run }) => run);
  const planned = plan.jobs[jobNumber - 1];
  if (planned === undefined) return [];
  return runsOfJob(planned).map((run) => ({ run, attempt: 1, spent: {} }));
}
