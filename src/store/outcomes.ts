/** What became of each run: one object of outcomes per collected job, pages of judged runs of one that isn't collected yet. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { readAnew } from './recomputed.ts';
import { readJudgedRuns, removeJudgedRuns } from './judged-runs.ts';
import { layout, numberOfOutcomes } from './layout.ts';
import type { DocumentFolder, ObjectStamp } from '../objects/index.ts';

/** Keeps job `jobNumber`'s outcomes in place of its pages; a repeat replaces them whole. */
export async function keepOutcomes(
  folder: DocumentFolder,
  jobNumber: number,
  outcomes: readonly RunOutcome[],
): Promise<void> {
  await folder.write(layout.outcomes(jobNumber), outcomes);
  await removeJudgedRuns(folder, jobNumber);
}

/** What was read of whole jobs a moment ago, by job number: it is read anew where its object has been written since. */
export type OutcomesAtHand = Map<
  number,
  { readonly stamp: ObjectStamp; readonly outcomes: readonly RunOutcome[] }
>;

/**
 * Outcomes of the jobs 1..`lastJobNumber` that have any, in the order of the jobs.
 * @param atHand is used, and gets what is read
 */
export async function readStudyOutcomes(
  folder: DocumentFolder,
  lastJobNumber: number,
  atHand?: OutcomesAtHand,
): Promise<readonly (readonly RunOutcome[])[]> {
  const jobNumbers = await jobsWithOutcomes(folder);
  return readJobs(
    folder,
    jobNumbers.filter((jobNumber) => jobNumber <= lastJobNumber),
    atHand,
  );
}

/** Outcomes of these jobs, in this order; those that have none are left out. */
export function readOutcomesOf(
  folder: DocumentFolder,
  jobNumbers: readonly number[],
): Promise<readonly (readonly RunOutcome[])[]> {
  return readJobs(folder, jobNumbers);
}

/**
 * Outcomes of all attempts that were collected so far, in the order of the jobs; readable while the study runs, and while its jobs do, since
 * outcomes appear by whole pages.
 * @param atHand is used, and gets what is read
 */
export async function readAttempts(
  folder: DocumentFolder,
  atHand?: OutcomesAtHand,
): Promise<readonly (readonly RunOutcome[])[]> {
  return readJobs(folder, await jobsWithOutcomes(folder), atHand);
}

/** Numbers of the jobs of which outcomes are kept, in ascending order. */
export async function jobsWithOutcomes(folder: DocumentFolder): Promise<number[]> {
  const { objects, folders } = await folder.list(layout.allOutcomes);
  const numbers = [
    ...objects.map(numberOfOutcomes),
    ...folders.map((name) => (/^\d+$/u.test(name) ? Number(name) : undefined)),
  ].filter((jobNumber) => jobNumber !== undefined);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Numbers of the jobs whose outcomes are kept as a whole. */
export async function collectedJobs(folder: DocumentFolder): Promise<ReadonlySet<number>> {
  const { objects } = await folder.list(layout.allOutcomes);
  return new Set(objects.flatMap((name) => numberOfOutcomes(name) ?? []));
}

/** Jobs whose outcomes are read at the same time. */
const jobsAtOnce = 4;

async function readJobs(
  folder: DocumentFolder,
  jobNumbers: readonly number[],
  atHand?: OutcomesAtHand,
): Promise<readonly (readonly RunOutcome[])[]> {
  const jobs: (readonly RunOutcome[])[] = [];
  // A few at a time: the texts of all jobs of a large study take more memory than what they tell.
  for (let start = 0; start < jobNumbers.length; start += jobsAtOnce) {
    const some = jobNumbers.slice(start, start + jobsAtOnce);
    const read = await Promise.all(some.map((jobNumber) => readJob(folder, jobNumber, atHand)));
    jobs.push(...read.filter((outcomes) => outcomes !== undefined));
  }
  return readAnew(folder, jobs);
}

/** What is known of a job's runs: collected, or judged so far; undefined where nothing is. */
export async function readOutcomesOfJob(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<readonly RunOutcome[] | undefined> {
  const outcomes = await readJob(folder, jobNumber);
  return outcomes && (await readAnew(folder, [outcomes]))[0];
}

/** What was known of a job's runs before a revision read their outputs anew; empty where nothing was. */
export async function readOutcomesBefore(
  folder: DocumentFolder,
  jobNumber: number,
  revision: number,
): Promise<readonly RunOutcome[]> {
  const outcomes = await readJob(folder, jobNumber);
  return (outcomes && (await readAnew(folder, [outcomes], revision))[0]) ?? [];
}

async function readJob(
  folder: DocumentFolder,
  jobNumber: number,
  atHand?: OutcomesAtHand,
): Promise<readonly RunOutcome[] | undefined> {
  // Before it is read: what is written meanwhile has a later one.
  const stamp = atHand && (await folder.stamp(layout.outcomes(jobNumber)));
  const known = atHand?.get(jobNumber);
  if (known !== undefined && isSame(known.stamp, stamp)) return known.outcomes;
  const collected = await folder.find(layout.outcomes(jobNumber));
  if (collected !== undefined) {
    if (stamp !== undefined) atHand?.set(jobNumber, { stamp, outcomes: collected });
    return collected;
  }
  const judged = [...(await readJudgedRuns(folder, jobNumber)).values()].sort(
    (a, b) => a.platformRun - b.platformRun,
  );
  // The job may have been collected while its pages were read.
  const meanwhile = await folder.find(layout.outcomes(jobNumber));
  if (meanwhile !== undefined) return meanwhile;
  const outcomes = judged.flatMap(({ outcome }) => outcome ?? []);
  return outcomes.length === 0 ? undefined : outcomes;
}

function isSame(known: ObjectStamp, now: ObjectStamp | undefined): boolean {
  return known.bytes === now?.bytes && known.modifiedMs === now.modifiedMs;
}
