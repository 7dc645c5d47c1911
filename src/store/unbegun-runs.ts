/** Runs of ended jobs that have no outcome there: they never began, as their study was stopped before. */
import type { RunOutcome } from '../run/run-outcome.ts';
import type { SpecRun } from '../run/spec-run.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { specRuns } from './job-spec.ts';
import { layout, numberOfOutcomes } from './layout.ts';

/** A run with the job in which it was to run. */
export interface UnbegunRun extends SpecRun {
  readonly jobNumber: number;
}

/**
 * The runs that these jobs never began and no later job has an outcome of; each with the latest of its jobs.
 * @param outcomes of all jobs of the study, those of a job together
 * @param lastPlanned the last job of the plan: what was left of those that the budget had cut is among them, too
 */
export async function readUnbegunRuns(
  folder: DocumentFolder,
  outcomes: readonly (readonly RunOutcome[])[],
  isWanted: (jobNumber: number) => boolean = () => true,
  lastPlanned?: number,
): Promise<readonly UnbegunRun[]> {
  const { objects } = await folder.list(layout.allOutcomes);
  const ended = objects.map(numberOfOutcomes).filter((number) => number !== undefined);
  const lastJobs = new Map<number, number>();
  for (const { run, jobNumber, status } of outcomes.flat()) {
    const last = status === 'Done' ? Infinity : jobNumber;
    lastJobs.set(run, Math.max(last, lastJobs.get(run) ?? 0));
  }
  const unbegun = new Map<number, UnbegunRun>();
  if (lastPlanned !== undefined) {
    const isLeft = (jobNumber: number): boolean =>
      jobNumber > lastPlanned && isWanted(jobNumber) && !ended.includes(jobNumber);
    for (const run of await readLeftOfCuts(folder, isLeft)) {
      if (!lastJobs.has(run.run)) unbegun.set(run.run, run);
    }
  }
  for (const jobNumber of ended.filter(isWanted).sort((a, b) => a - b)) {
    const spec = await folder.find(layout.jobSpec(jobNumber));
    for (const run of spec === undefined ? [] : specRuns(spec)) {
      if ((lastJobs.get(run.run) ?? 0) < jobNumber) unbegun.set(run.run, { ...run, jobNumber });
    }
  }
  return [...unbegun.values()];
}

/** Runs that were chosen for a job which was never prepared: what is left of one that the budget had cut, in a study that was stopped before. */
async function readLeftOfCuts(
  folder: DocumentFolder,
  isLeft: (jobNumber: number) => boolean,
): Promise<readonly UnbegunRun[]> {
  const { objects } = await folder.list(layout.allJobs);
  const names = new Set(objects);
  const left: UnbegunRun[] = [];
  for (const name of objects) {
    const [, number] = /^(\d+)-retry\.json$/u.exec(name) ?? [];
    const jobNumber = Number(number);
    if (number === undefined || !isLeft(jobNumber)) continue;
    if (names.has(`${jobNumber}.json`)) continue;
    const { runs } = await folder.read(layout.retryChoice(jobNumber));
    left.push(...specRuns({ runs }).map((run) => ({ ...run, jobNumber })));
  }
  return left;
}
