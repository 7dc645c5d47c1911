import { describe, expect, it } from 'vitest';
import { noteReadAnew } from '../../../activities/study/note-read-anew.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';

const done = (run: number, further: Partial<RunOutcome> = {}): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {} },
  ...further,
});
const failed = (run: number, further: Partial<RunOutcome> = {}): RunOutcome =>
  done(run, { status: 'Failed', reason: 'output-missing', ...further });
const anew = (outcomes: readonly RunOutcome[]): readonly RunOutcome[] =>
  outcomes.map((one) => ({ ...one, judgedWith: 2 }));
const begin =
  'Read anew from the collected files with the outputs of revision 2, none was run for it';

describe('what came of reading outcomes anew', () => {
  it('is told of the runs by number, over all jobs, at most ten of each kind', () => {
    const mended = [12, 3, 11, 10, 9, 8, 7, 6, 5, 4, 2];
    const broken = Array.from({ length: 10 }, (_, index) => 30 - index);
    const before = [mended.map((run) => failed(run)), broken.map((run) => done(run))];
    const after = [mended.map((run) => done(run)), broken.map((run) => failed(run))].map(anew);
    expect(noteReadAnew(before, after, 2)).toBe(
      `${begin}: 21 runs; done by these, and failed before: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more; ` +
        'failed by these, and done before: 21, 22, 23, 24, 25, 26, 27, 28, 29, 30',
    );
  });

  it('names no run where none became another', () => {
    expect(noteReadAnew([[done(1)]], [anew([done(1)])], 2)).toBe(`${begin}: 1 run`);
    const two = [done(1), failed(2)];
    expect(noteReadAnew([two], [anew(two)], 2)).toBe(`${begin}: 2 runs`);
  });

  it('does not count the nominal run, nor what was judged by these outputs from the start', () => {
    const before = [failed(0), done(1), done(2, { revision: 2 })];
    expect(noteReadAnew([before], [anew([done(0), done(1), done(2)])], 2)).toBe(`${begin}: 1 run`);
    expect(noteReadAnew([[failed(0), done(2, { revision: 2 })]], [anew([done(0)])], 2)).toBe(
      undefined,
    );
  });

  it('is nothing where no run was read: one that failed otherwise has no outputs', () => {
    const timeout = [failed(1, { reason: 'timeout' })];
    expect(noteReadAnew([timeout], [timeout], 2)).toBeUndefined();
    expect(noteReadAnew([], [], 2)).toBeUndefined();
  });
});
