import { afterAll, beforeEach, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  keepOutcomes,
  layout,
  readJobSpec,
  readUnbegunRuns,
  specRuns,
  type DocumentFolder,
  type JobSpec,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;

beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

function specOf(jobNumber: number, runs: JobSpec['runs']): JobSpec {
  return {
    ...{ jobNumber, jobName: '', searchTag: '', jobTag: '', attemptKey: '', expectedRuns: 1 },
    ...{ runs, files: [], inputsTemplate: { name: '', sha256: '' } },
  };
}

const outcome = (run: number, jobNumber: number, status: 'Done' | 'Failed' = 'Failed') =>
  ({ run, attempt: 1, jobNumber, status, values: {} }) as unknown as RunOutcome;

/** Writes jobs with their runs, and what became of some of them. */
async function write(
  jobs: Readonly<Record<number, JobSpec['runs']>>,
  outcomes: readonly RunOutcome[],
): Promise<readonly (readonly RunOutcome[])[]> {
  const told: RunOutcome[][] = [];
  for (const [key, runs] of Object.entries(jobs)) {
    const jobNumber = Number(key);
    await folder.write(layout.jobSpec(jobNumber), specOf(jobNumber, runs));
    const ofJob = outcomes.filter((each) => each.jobNumber === jobNumber);
    await keepOutcomes(folder, jobNumber, ofJob);
    told.push(ofJob);
  }
  return told;
}

const again = (...runs: readonly number[]) =>
  runs.map((run) => ({ run, attempt: 2, spent: { solver: 1 } }));

it('a range of runs has the platform’s numbers from 1; a list keeps what is told of each run', () => {
  expect(specRuns({ runs: { first: 4, last: 5 } })).toEqual([
    { platformRun: 1, run: 4, attempt: 1, spent: {} },
    { platformRun: 2, run: 5, attempt: 1, spent: {} },
  ]);
  expect(specRuns({ runs: again(9, 4) })).toEqual([
    { platformRun: 1, run: 9, attempt: 2, spent: { solver: 1 } },
    { platformRun: 2, run: 4, attempt: 2, spent: { solver: 1 } },
  ]);
});

it('a spec is read as it was written, and one that is missing is an error', async () => {
  const spec = specOf(3, { first: 1, last: 2 });
  await folder.write(layout.jobSpec(3), spec);
  expect(await readJobSpec(folder, 3)).toEqual(spec);
  await expect(readJobSpec(folder, 4)).rejects.toThrow('jobs/4.json is missing');
});

it('runs of ended jobs without an outcome never began', async () => {
  const outcomes = await write({ 1: { first: 1, last: 3 } }, [outcome(2, 1)]);
  expect(await readUnbegunRuns(folder, outcomes)).toEqual([
    { platformRun: 1, run: 1, attempt: 1, spent: {}, jobNumber: 1 },
    { platformRun: 3, run: 3, attempt: 1, spent: {}, jobNumber: 1 },
  ]);
});

it('of a run that several jobs never began, the latest job tells', async () => {
  const outcomes = await write({ 2: again(1), 10: again(1), 1: { first: 1, last: 1 } }, []);
  const unbegun = await readUnbegunRuns(folder, outcomes);
  expect(unbegun.map(({ run, jobNumber }) => [run, jobNumber])).toEqual([[1, 10]]);
});

it('a run that began in a later job began, and one that only an earlier job began didn’t', async () => {
  const outcomes = await write({ 1: { first: 1, last: 2 }, 2: again(1, 2) }, [
    outcome(1, 2),
    outcome(2, 1),
  ]);
  const unbegun = await readUnbegunRuns(folder, outcomes);
  expect(unbegun.map(({ run, jobNumber }) => [run, jobNumber])).toEqual([[2, 2]]);
});

it('a run that is done in any job isn’t told, nor is one of a job that goes on, or isn’t asked after', async () => {
  const outcomes = await write({ 1: { first: 1, last: 2 }, 2: again(1), 3: again(3) }, [
    outcome(1, 1, 'Done'),
  ]);
  await folder.write(layout.jobSpec(4), specOf(4, again(5)));
  const unbegun = await readUnbegunRuns(folder, outcomes, (jobNumber) => jobNumber !== 3);
  expect(unbegun.map(({ run, jobNumber }) => [run, jobNumber])).toEqual([[2, 1]]);
});

it('a job without a spec has no runs that never began', async () => {
  await keepOutcomes(folder, 1, []);
  expect(await readUnbegunRuns(folder, [])).toEqual([]);
});

it('runs that were left of a job which the budget had cut never began, where no job was made of them', async () => {
  const outcomes = await write({ 1: { first: 1, last: 2 } }, [outcome(1, 1), outcome(2, 1)]);
  const left = again(2, 3);
  for (const jobNumber of [2, 3, 4, 5, 12]) {
    const runs = jobNumber === 12 ? left : again(10 + jobNumber);
    await folder.write(layout.retryChoice(jobNumber), { runs });
  }
  // Of the plan, made since, and ended.
  await folder.write(layout.jobSpec(4), specOf(4, again(14)));
  await keepOutcomes(folder, 5, []);
  await folder.sink({ name: 'jobs/x7-retry.json' })(['{"runs": []}']);
  const isWanted = (jobNumber: number): boolean => jobNumber !== 3;
  const unbegun = await readUnbegunRuns(folder, outcomes, isWanted, 2);
  expect(unbegun).toEqual([{ ...again(3)[0], platformRun: 2, jobNumber: 12 }]);
  expect(await readUnbegunRuns(folder, outcomes, isWanted)).toEqual([]);
  expect((await readUnbegunRuns(folder, outcomes, undefined, 2)).map(({ run }) => run)).toEqual([
    ...[3, 13],
  ]);
});
