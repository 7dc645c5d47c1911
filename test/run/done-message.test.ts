import { expect, it } from 'vitest';
import { describeDone, isUnreadable, noteDone, type RunOutcome } from '../../src/run/index.ts';

const outcome = (run: number, message?: string, status: RunOutcome['status'] = 'Done') => ({
  ...{ run, attempt: 1, jobNumber: 1, status, values: {} },
  ...(message === undefined ? {} : { message }),
});
const unseen = { kind: 'command', analysis: 0, exitCode: 2, command: 'mesh a; b' } as const;

it('one sentence each tells of done runs with outputs that could not be read, and with lines that failed', () => {
  const size = describeDone({
    unreadable: { size: 'Expected a number' },
    unseen: [],
    replaced: [],
  });
  const both = describeDone({ unreadable: { count: '…' }, unseen: [unseen], replaced: [] });
  const others = [outcome(1), outcome(2, 'ended with exit code 1', 'Failed')];
  expect(noteDone(others)).toEqual([]);
  expect(noteDone([outcome(7, size), ...others, outcome(3, both)])).toEqual([
    `1 done run has a line that failed while the shell went on to the next, which may have worked on what was not there or was old, such as run 3: ${both}`,
    `2 done runs have an optional output that is there but could not be read, such as run 3: ${both}`,
  ]);
  expect(both).toBe(
    'a line of its command failed with exit code 2, and the shell went on: mesh a; b; count is left empty, as it is not required: …',
  );
  expect(isUnreadable(outcome(3, both), 'count')).toBe(true);
  expect(isUnreadable(outcome(3, both), 'size')).toBe(false);
});

it('one sentence tells of done runs whose collected files do not give the outputs that were amended', () => {
  const message = "not read anew: out.txt in the store isn't what was collected of the run";
  expect(noteDone([outcome(9, message), outcome(4, message), outcome(5)])).toEqual([
    `2 done runs have no value of some outputs since these were amended, and are left out of the findings and statistics of these, such as run 4: ${message}`,
  ]);
});

it('a run whose command went well has no message', () => {
  expect(describeDone({ unreadable: {}, unseen: [], replaced: [] })).toBeUndefined();
});

it('a failed run is told of by neither sentence, nor a message that only looks like one', () => {
  const size = describeDone({
    unreadable: { size: 'Expected a number' },
    unseen: [],
    replaced: [],
  });
  const line = describeDone({ unreadable: {}, unseen: [unseen], replaced: [] });
  expect(noteDone([outcome(1, size, 'Failed'), outcome(2, line, 'Failed'), outcome(3)])).toEqual(
    [],
  );
  expect(noteDone([outcome(4, `so ${line}`)])).toEqual([]);
  expect(noteDone([outcome(5, line)])).toEqual([
    expect.stringMatching(/^1 done run has a line .*, such as run 5: a line of its command/u),
  ]);
  expect(isUnreadable(outcome(6), 'size')).toBe(false);
});

it('done runs that put something else in the place of their marker are told of in one sentence', () => {
  const replaced = [{ kind: 'command', analysis: 0, what: 'a link' }] as const;
  const message = describeDone({ unreadable: {}, unseen: [], replaced });
  expect(message).toBe('its command had put a link in the place of doeflow-run.txt');
  expect(noteDone([outcome(1, message), outcome(2, message), outcome(3)])).toEqual([
    `2 done runs have put something else in the place of the file that proves its end, such as run 1: ${message}`,
  ]);
});
