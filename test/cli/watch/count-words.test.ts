import { describe, expect, it } from 'vitest';
import { runsJson } from '../../../src/cli/studies/runs-json.ts';
import { countParts, keptBackWords } from '../../../src/cli/watch/count-words.ts';
import { progress, watchState } from './watch-states.ts';

const failures = [
  { reason: 'exit-code', count: 3 },
  { reason: 'stopped', count: 4 },
] as const;
const states = {
  paused: progress({
    ...{ state: 'Paused', failures, jobs: [] },
    runs: { total: 24, done: 5, failed: 7, submitted: 0 },
  }),
  'paused with a job on its way': progress({
    ...{ state: 'Paused', failures },
    runs: { total: 24, done: 5, failed: 7, submitted: 6, repeated: 4 },
  }),
  running: progress({ failures, runs: { total: 24, done: 5, failed: 7, submitted: 6 } }),
  stopped: progress({
    ...{ state: 'Stopped', failures, jobs: [] },
    runs: { total: 24, done: 5, failed: 7, submitted: 0 },
  }),
};

describe('the counts of a study', () => {
  it('what is kept back of a paused one is told in the number that it has', () => {
    const kept = (stopped: number, total: number) =>
      keptBackWords(
        progress({
          ...{ state: 'Paused', jobs: [], failures: [{ reason: 'stopped', count: stopped }] },
          runs: { total, done: 5, failed: stopped, submitted: 0 },
        }),
      );
    expect(kept(1, 7)).toBe('1 run was stopped, 1 run has not begun');
    expect(kept(4, 24)).toBe('4 runs were stopped, 15 runs have not begun');
  });

  it('a pause tells the runs that are in no job, so that the parts make the total', () => {
    expect(countParts(watchState({ progress: states.paused }))).toEqual([
      ...['5/24 done', '3 failed', '4 stopped', '12 not begun'],
    ]);
    const onItsWay = states['paused with a job on its way'];
    expect(countParts(watchState({ progress: onItsWay }))).toEqual([
      ...['5/24 done', '6 submitted', '3 failed', '10 not begun'],
    ]);
  });

  it('tell done runs that run again among the done, and withdrawn ones beside what has not begun', () => {
    const own = progress({
      ...{ failures: [{ reason: 'exit-code', count: 3 }] },
      runs: { total: 24, done: 15, failed: 3, submitted: 6, doneAgain: 4, withdrawn: 2 },
    });
    expect(countParts(watchState({ progress: own }))).toEqual([
      ...['15/24 done (4 of them run again)', '6 submitted', '3 failed', '2 withdrawn'],
    ]);
    expect(runsJson(own)).toMatchObject({ doneAgain: 4, notBegun: 2, withdrawn: 2, failed: 3 });
  });

  it.each(Object.entries(states))('make the total for programs while it is %s', (_, own) => {
    const { done, failed, stopped, submitted, notBegun, withdrawn } = runsJson(own);
    expect(done + failed + stopped + submitted + notBegun + withdrawn).toBe(24);
  });
});
