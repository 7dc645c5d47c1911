/** Which runs may stand for others: those that are done and whose files can be compared. */
import { expect, it, onTestFinished } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { finishedRunsOf, keepOutcomes, keepRunKeys } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

it('a run that failed, has no hashes of its files or no key stands for none', async () => {
  const folder = (await temporaryStore(onTestFinished)).study('beam-1');
  const outcome = (run: number, more: object): RunOutcome => ({
    ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {}, files: { 'out.txt': 'a' } },
    ...more,
  });
  const outcomes = [
    outcome(1, {}),
    outcome(2, { status: 'Failed', reason: 'timeout' }),
    outcome(3, { files: undefined as never }),
    outcome(4, {}),
  ];
  const keys = new Map([1, 2, 3].map((run) => [run, String(run).repeat(64)]));
  await keepRunKeys(folder, 1, outcomes, keys);
  const found = async (): Promise<readonly number[]> => {
    const runs: number[] = [];
    for await (const { run } of finishedRunsOf(folder)) runs.push(run);
    return runs;
  };
  // Not before the job's outcomes are there.
  expect(await found()).toEqual([]);
  await keepOutcomes(folder, 1, outcomes);
  expect(await found()).toEqual([1]);
});
