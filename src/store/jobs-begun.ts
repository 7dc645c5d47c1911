/** Which jobs of a study were begun and which have ended, by what the store has of them: all that a study has which lost its workflow. */
import type { DocumentFolder } from '../objects/index.ts';
import { layout, numberOfOutcomes } from './layout.ts';
import { reusedJobNumber } from './reused-runs.ts';

export interface JobsBegun {
  /** Numbers of jobs with a choice of runs, a spec or an id of the platform, and without an end; sorted. */
  readonly begun: readonly number[];
  /** Numbers of jobs whose outcomes are whole; sorted. */
  readonly ended: readonly number[];
}

/** What the store has of all jobs. */
export async function readJobsBegun(folder: DocumentFolder): Promise<JobsBegun> {
  const [jobs, outcomes] = await Promise.all([
    folder.list(layout.allJobs),
    folder.list(layout.allOutcomes),
  ]);
  const numbers = outcomes.objects.flatMap((name) => numberOfOutcomes(name) ?? []);
  // What is reused has outcomes without a job.
  const ended = new Set(numbers.filter((jobNumber) => jobNumber !== reusedJobNumber));
  const recorded = new Set(jobs.objects.flatMap((name) => numberOfJobRecord(name) ?? []));
  return {
    begun: sorted([...recorded].filter((jobNumber) => !ended.has(jobNumber))),
    ended: sorted([...ended]),
  };
}

/** Number in the name of a job's spec, of its choice of runs or of its platform job's record. */
function numberOfJobRecord(name: string): number | undefined {
  const [, number] = /^(\d+)(?:-retry|-platform)?\.json$/u.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}
