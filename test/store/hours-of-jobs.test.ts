import { expect, it, onTestFinished } from 'vitest';
import {
  keepJobGone,
  keepJobHours,
  keepJudgedRuns,
  keepOutcomes,
  layout,
  readRunHours,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const outcomeOf = (jobNumber: number, run: number, elapsedSeconds: number) => ({
  ...{ run, attempt: 1, jobNumber, status: 'Done' as const, values: {}, elapsedSeconds },
});

it('has the hours of collected jobs as they were kept with them, and reads the runs of no other than those without', async () => {
  const folder = (await temporaryStore(onTestFinished)).study('beam-1');
  for (const jobNumber of [1, 2, 3]) {
    await keepOutcomes(folder, jobNumber, [
      outcomeOf(jobNumber, 2 * jobNumber, 1800),
      outcomeOf(jobNumber, 2 * jobNumber + 1, 900),
    ]);
  }
  await keepJobHours(folder, 1, 1, 0.75);
  // As earlier versions kept it.
  await keepJobHours(folder, 2, 1);
  await keepJobHours(folder, 3, 1);
  await keepJobGone(folder, 3, 0.75);
  // Read, these would be damage.
  for (const jobNumber of [1, 3]) await folder.sink(layout.outcomes(jobNumber))(['{']);

  expect(await readRunHours(folder)).toEqual(
    new Map([
      [1, 0.75],
      [2, 0.75],
      [3, 0.75],
    ]),
  );
  await folder.sink(layout.outcomes(2))(['{']);
  await expect(readRunHours(folder)).rejects.toThrow('outcomes/2.ndjson');
});

it('counts the runs of a job that was judged in part, whatever a collecting that was cut off has kept', async () => {
  const folder = (await temporaryStore(onTestFinished)).study('beam-1');
  const judged = (run: number) => ({
    ...{ platformRun: run, evidence: 'e', outcome: outcomeOf(1, run, 3600) },
  });
  await keepJudgedRuns(folder, 1, [judged(1)]);
  await keepJudgedRuns(folder, 1, [judged(2)]);
  await keepJobHours(folder, 1, 1, 7);
  expect(await readRunHours(folder)).toEqual(new Map([[1, 2]]));
});
