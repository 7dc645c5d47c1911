import { describe, expect, it } from 'vitest';
import { noStreaks, type RunStreaks } from '../../src/run/run-streaks.ts';
import { findTrip } from '../../workflows/study/failure-guards.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { planOf, startWaitingJob } from './ledger-moves.ts';

/** So many runs that all failed. */
const failing = (failed: number): RunStreaks => ({
  ...{ done: 0, failed, failedFirst: failed, failedLast: failed, failedInRow: failed },
});
const well: RunStreaks = { ...noStreaks, done: 10 };
const guarded = {
  plan: { guards: { failFast: 5, maxConsecutiveFailedRuns: 7 } },
  ended: noStreaks,
  executing: [],
  canaryFailed: false,
};

describe('the guards', () => {
  it('see a job of which nothing is done, also beside jobs that go well', () => {
    const executing = [
      [1, well],
      [2, failing(5)],
    ] as const;
    expect(findTrip({ ...guarded, executing })).toEqual({
      guard: 'failFast',
      why: 'all of the first 5 runs of job 2 failed',
    });
    expect(findTrip({ ...guarded, executing: [[2, failing(4)]] })).toBeUndefined();
    expect(findTrip({ ...guarded, executing: [[2, { ...failing(6), done: 1 }]] })).toBeUndefined();
  });

  it('tell of failures that came at once the limit, and how many more', () => {
    const whyOf = (streaks: RunStreaks) => findTrip({ ...guarded, executing: [[3, streaks]] })?.why;
    expect(whyOf(failing(7))).toBe(
      'all of the first 5 runs of job 3 failed, and 2 more after them',
    );
    expect(findTrip({ ...guarded, ended: failing(6) })?.why).toBe(
      'all of the first 5 runs failed, and 1 more after them',
    );
  });

  it('see a study of small jobs of which nothing is done', () => {
    const executing = [
      [4, failing(1)],
      [5, failing(1)],
    ] as const;
    expect(findTrip({ ...guarded, ended: failing(3), executing })?.guard).toBe('failFast');
    expect(findTrip({ ...guarded, ended: well, executing })).toBeUndefined();
  });

  it('see failures in a row across jobs', () => {
    const ended = { ...well, failed: 4, failedLast: 4, failedInRow: 4 };
    expect(findTrip({ ...guarded, ended, executing: [[2, failing(3)]] })).toBeUndefined();
    expect(findTrip({ ...guarded, ended, executing: [[2, failing(4)]] })).toEqual({
      guard: 'maxConsecutiveFailedRuns',
      why: '8 runs failed in a row',
    });
  });

  it('see nothing where they are off, and in histories of before', () => {
    const executing = [[1, failing(100)]] as const;
    expect(findTrip({ ...guarded, plan: { guards: { failFast: 0 } }, executing })).toBeUndefined();
    expect(findTrip({ ...guarded, plan: {}, executing })).toBeUndefined();
  });
});

describe('a guarded study', () => {
  const plan = planOf({ jobs: 2, maxConcurrentJobs: 1, guards: { failFast: 5 } });
  const tripOf = (ledger: StudyLedger) => ledger.guards.tripOf(plan, ledger.planned.left);
  const collected = (runs: number, streaks: RunStreaks) => ({
    ...{ runs, change: { done: 0, failed: runs, failures: [] }, retryable: 0, streaks },
  });

  it('is not held where no run is left to save', () => {
    const ledger = new StudyLedger();
    const single = planOf({ jobs: 1, guards: { failFast: 5 } });
    ledger.takePlan(single);
    const job = { jobNumber: startWaitingJob(ledger), runs: 5, phase: 'waiting' } as const;
    ledger.jobs.takeProgress({ ...job, collected: collected(5, failing(5)) });
    expect(ledger.guards.tripOf(single, ledger.planned.left)).toBeUndefined();
  });

  it('is held once for the same failures, also across a new execution', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(plan);
    const jobNumber = startWaitingJob(ledger);
    const job = { jobNumber, runs: 10, phase: 'waiting' } as const;
    ledger.jobs.takeProgress({ ...job, collected: collected(5, failing(5)) });
    expect(tripOf(ledger)?.guard).toBe('failFast');
    ledger.guards.hold();
    ledger.turn('paused', 'owner');
    const next = new StudyLedger(JSON.parse(JSON.stringify(ledger.carried)));
    expect(next.guards.heldInFlight).toEqual([jobNumber]);
    expect(tripOf(next)).toBeUndefined();
    const change = { done: 0, failed: 10, failures: [{ reason: 'stopped', count: 5 }] } as const;
    const end = { jobNumber, outcome: 'collected', change, retryable: 0 } as const;
    next.jobEnded({ ...end, streaks: failing(5) });
    expect(tripOf(next)).toBeUndefined();
    next.resume();
    expect(next.state.requests).toEqual([{ runs: 'stopped', ofJobs: [jobNumber] }]);
  });

  it('starts a job again that was taken back before its submit, once it goes on', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(plan);
    startWaitingJob(ledger);
    ledger.guards.hold();
    ledger.turn('paused', 'owner');
    const change = { done: 0, failed: 0, failures: [] };
    ledger.jobEnded({ jobNumber: 1, outcome: 'withdrawn', change, retryable: 0 });
    ledger.resume();
    expect(ledger.startNextJob()).toBe(1);
  });
});
