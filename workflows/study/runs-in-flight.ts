/** What the jobs in flight have to say of their runs. Pure. */
import type { JobLedgerState } from './job-state.ts';
import type { JobProgress } from '../../src/run/messages.ts';

type Jobs = readonly JobProgress[];

/** Phases in which a job has been submitted and isn't collected yet. */
const submittedPhases: ReadonlySet<JobProgress['phase']> = new Set([
  'waiting',
  'stopping',
  'collecting',
]);

/** Runs in submitted jobs that aren't collected yet. */
export function countSubmitted(jobs: Jobs): number {
  return submittedOf(jobs).reduce((sum, job) => sum + uncollectedOf(job), 0);
}

/** What retries have beside failed runs, by the number of their job. */
type Beside = Pick<JobLedgerState, 'firstTries' | 'doneAgain'>;

/** Those of them that have failed before, in jobs from a number on. */
export function countRepeated(jobs: Jobs, firstRetry: number, beside: Beside): number {
  return submittedOf(jobs)
    .filter(({ jobNumber }) => jobNumber >= firstRetry)
    .reduce((sum, job) => {
      const { done, failed } = job.collected?.change ?? { done: 0, failed: 0 };
      // A first try that has ended adds to the counts; a further one leaves their sum as it was.
      const firstLeft = Math.max(0, (beside.firstTries[job.jobNumber] ?? 0) - done - failed);
      return sum + Math.max(0, uncollectedOf(job) - firstLeft - againOf(job, beside));
    }, 0);
}

/** Those of them that are done: they count as that until they are done anew. */
export function countDoneAgain(jobs: Jobs, beside: Pick<Beside, 'doneAgain'>): number {
  return submittedOf(jobs).reduce((sum, job) => sum + againOf(job, beside), 0);
}

function againOf(job: JobProgress, { doneAgain = {} }: Pick<Beside, 'doneAgain'>): number {
  return Math.min(uncollectedOf(job), doneAgain[job.jobNumber] ?? 0);
}

/** True while a job has runs that can still be kept from running. */
export function hasRunsToSave(jobs: Jobs): boolean {
  return jobs.some(
    ({ phase, runs, collected }) =>
      phase !== 'collecting' && (runs === 0 || runs > (collected?.runs ?? 0)),
  );
}

/** The jobs whose end is awaited: platform job id -> status last heard, empty when none. */
export function awaitedOf(jobs: Jobs): Readonly<Record<string, string>> {
  return Object.fromEntries(
    jobs
      .filter(({ phase }) => phase === 'waiting' || phase === 'stopping')
      .flatMap(({ jobId, platformStatus }) =>
        jobId === undefined ? [] : [[jobId, platformStatus ?? '']],
      ),
  );
}

function submittedOf(jobs: Jobs): Jobs {
  return jobs.filter(({ phase }) => submittedPhases.has(phase));
}

function uncollectedOf({ runs, collected }: JobProgress): number {
  return Math.max(0, runs - (collected?.runs ?? 0));
}

/** How many of the failed runs that the retry policy runs again haven't ended anew. */
export function countMending({
  mending,
  inFlight,
}: Pick<JobLedgerState, 'mending' | 'inFlight'>): number {
  return Object.entries(mending).reduce((sum, [jobNumber, runs]) => {
    const ended = inFlight[Number(jobNumber)]?.collected?.runs ?? 0;
    return sum + Math.max(0, runs - ended);
  }, 0);
}
