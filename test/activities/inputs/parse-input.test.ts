import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../activities/inputs/parse-input.ts';

type Activity = Parameters<typeof parseInput>[0];

const wrongFor = (given: unknown, activity: Activity = 'stopJob'): Error => {
  try {
    parseInput(activity, given);
  } catch (error) {
    return error as Error;
  }
  throw new Error('Expected it to be refused');
};

describe('the input of an activity', () => {
  it('is what was asked, without fields that this version doesn’t know', () => {
    const known = { studyId: 'beam-1', jobId: 'J1', mode: 'force' };
    expect(parseInput('stopJob', { ...known, ofLater: true })).toEqual(known);
  });

  it('that isn’t ours is refused for good, with the place and what stands there', () => {
    const one = { studyId: 'beam-1', jobId: 'J1', mode: 'burn' };
    expect(wrongFor(one)).toMatchObject({ type: 'BAD_MESSAGE', nonRetryable: true });
    expect(wrongFor(one).message).toMatch(
      /^stopJob can't have been asked for this by doeflow: mode: [^;]+"shutdown"$/u,
    );
    expect(wrongFor('stop').message).toMatch(/by doeflow: the input: [^;]+$/u);
  });

  it('with many mistakes names three, and how many more there are', () => {
    const mistakes = { studyId: 1, jobNumber: 'x', jobId: 2, stopped: 'no' };
    expect(wrongFor(mistakes, 'collectJob').message).toMatch(
      /: studyId: [^;]+; jobNumber: [^;]+; jobId: [^;]+; and 1 more$/u,
    );
    const long = { ...mistakes, studyId: 'x'.repeat(5_000) };
    expect(wrongFor(long, 'collectJob').message.length).toBeLessThanOrEqual(1_000);
  });
});
