import { expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { noteUncollected } from '../../src/run/uncollected-files.ts';

const outcome = (run: number, uncollected?: readonly string[]): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {} },
  uncollected,
});

it('patterns that took too long are told with the number of their runs, each once', () => {
  expect(noteUncollected([outcome(1), outcome(2, [])])).toEqual([]);
  expect(noteUncollected([outcome(1, ['a*', '**b']), outcome(2), outcome(3, ['a*'])])).toEqual([
    'job.collect: "a*" was given up for 2 runs, as it took more than 1 s to compare it with the names of a run\'s files; what it names was not kept. Write it with fewer * and **',
    expect.stringMatching(/^job\.collect: "\*\*b" was given up for 1 run, as it took/u),
  ]);
});
