import { afterAll, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepAnewPage, readAnewPages } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const folder = (await temporaryStore(afterAll)).study('beam-1');
const outcome = (run: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 3, status: 'Done', values: {} },
});
const runsRead = async (revision: number, jobNumber: number) =>
  (await readAnewPages(folder, revision, jobNumber)).map(({ run }) => run);

it('what was read anew of a job is there in the order in which it was kept, beyond the ninth page', async () => {
  expect(await runsRead(2, 3)).toEqual([]);
  const runs = Array.from({ length: 11 }, (_, index) => 20 - index);
  for (const run of runs) await keepAnewPage(folder, 2, 3, [outcome(run)]);
  expect(await runsRead(2, 3)).toEqual(runs);
  expect([await runsRead(3, 3), await runsRead(2, 4)]).toEqual([[], []]);
});

it('several who read anew at the same moment lose nothing', async () => {
  const runs = [1, 2, 3, 4, 5];
  await Promise.all(runs.map((run) => keepAnewPage(folder, 4, 1, [outcome(run), outcome(run)])));
  expect((await runsRead(4, 1)).toSorted((a, b) => a - b)).toEqual(
    runs.flatMap((run) => [run, run]),
  );
});
