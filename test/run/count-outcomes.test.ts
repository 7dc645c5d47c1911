import { describe, expect, it } from 'vitest';
import {
  changeOf,
  countCollected,
  countLatest,
  type FailureReason,
  type RunOutcome,
} from '../../src/run/index.ts';

function outcome(run: number, reason?: FailureReason, attempt = 1): RunOutcome {
  const status = reason === undefined ? 'Done' : 'Failed';
  return { run, attempt, jobNumber: attempt, status, reason, values: {} };
}

describe('countLatest', () => {
  it('counts each planned run by the attempt that counts, and the nominal run nowhere', () => {
    const first = [outcome(0, 'cut'), outcome(1), outcome(2, 'exit-code'), outcome(3, 'timeout')];
    const second = [outcome(2, undefined, 2), outcome(3, 'exit-code', 2), outcome(1, 'cut', 2)];
    expect(countLatest([first, second], 3)).toEqual({
      done: 2,
      failed: 1,
      failures: [{ reason: 'exit-code', count: 1 }],
    });
  });

  it('leaves out runs that the plan no longer has', () => {
    expect(countLatest([[outcome(1), outcome(2)]], 1)).toMatchObject({ done: 1 });
  });
});

describe('changeOf', () => {
  const retried = (run: number, reason?: FailureReason) => ({
    platformRun: run,
    run,
    attempt: 2,
    reason,
    spent: {},
  });

  it('takes back the failures that a job was to mend', () => {
    const runs = [retried(1, 'cut'), retried(2, 'cut'), retried(3, 'timeout')];
    const outcomes = [outcome(1), outcome(2, 'exit-code'), outcome(3, 'timeout')];
    expect(changeOf(runs, outcomes)).toEqual({
      done: 1,
      failed: -1,
      failures: [
        { reason: 'cut', count: -2 },
        { reason: 'exit-code', count: 1 },
      ],
    });
  });

  it('leaves out the nominal run', () => {
    const none = { done: 0, failed: 0, failures: [] };
    expect(changeOf([retried(0, 'cut')], [outcome(0)])).toEqual(none);
    expect(changeOf([retried(0)], [outcome(0, 'cut')])).toEqual(none);
  });

  it('takes nothing back for runs that never had failed', () => {
    expect(changeOf([retried(1), retried(2)], [outcome(1), outcome(2, 'cut')])).toEqual({
      ...{ done: 1, failed: 1, failures: [{ reason: 'cut', count: 1 }] },
    });
  });

  it('counts a failure that an older store has no reason of as the job’s', () => {
    const old = { ...outcome(1, 'cut'), reason: undefined };
    expect(changeOf([], [old]).failures).toEqual([{ reason: 'job-failed', count: 1 }]);
  });
});

describe('countCollected', () => {
  it('takes back only failures of runs that are judged, and names what may run again', () => {
    const runs = [1, 2, 3].map((run) => ({
      ...{ platformRun: run, run, attempt: 2, reason: 'cut' as const, spent: { platform: run } },
    }));
    const retries = { platform: 2, timeout: 0, solver: 0, output: 0 };
    expect(countCollected(runs, [outcome(1, 'cut'), outcome(2, 'cut')], retries)).toMatchObject({
      runs: 2,
      change: { done: 0, failed: 0, failures: [] },
      retryable: 1,
    });
  });

  it('lets a run that the job was not known to have run again as if it had spent nothing', () => {
    const retries = { platform: 1, timeout: 0, solver: 0, output: 0 };
    expect(countCollected([], [outcome(1, 'cut'), outcome(2)], retries)).toMatchObject({
      ...{ runs: 2, change: { done: 1, failed: 1 }, retryable: 1 },
    });
  });
});
