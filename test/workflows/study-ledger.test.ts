import { describe, expect, it } from 'vitest';
import { carriedStudy } from '../../workflows/guards/carried-guards.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { planOf, playThrough, startWaitingJob } from './ledger-moves.ts';

describe('the ledger of a study', () => {
  it('carries no more after 10,000 ended jobs than after twenty', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 10_100, maxConcurrentJobs: 1000 }));
    playThrough(ledger, 20);
    const few = JSON.stringify(ledger.carried).length;
    playThrough(ledger, 9_980);
    expect(JSON.stringify(ledger.carried).length).toBeLessThan(few + 200);
    expect(ledger.jobs.awaited).toEqual({});
    expect(ledger.state.done).toBe(100_000);
  });

  it('asks for news of a full window of 1,000 jobs in less than 100 kB', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 10_000, maxConcurrentJobs: 1000 }));
    playThrough(ledger, 9_000);
    for (let job = 0; job < 1_000; job += 1) startWaitingJob(ledger);
    expect(Object.keys(ledger.jobs.awaited)).toHaveLength(1_000);
    expect(JSON.stringify(ledger.jobs.awaited).length).toBeLessThan(100_000);
  });

  it('that goes on after a pause hands on what it is to look for and to ask for again', () => {
    const ledger = new StudyLedger();
    ledger.takePlan({
      ...planOf({ jobs: 2, reuseNotes: [] }),
      cluster: { kind: 'own', name: 'beams', spec: '2 slots' },
    });
    ledger.book({ change: { cluster: { kind: 'refused', reason: 'no quota' } } });
    ledger.turn('paused by its owner', 'owner');
    ledger.resume();
    const next = new StudyLedger(carriedStudy(JSON.parse(JSON.stringify(ledger.carried)), 'x'));
    expect(next.state).toMatchObject({
      looksAgain: true,
      cluster: { kind: 'refused', reason: 'no quota', isSeen: true },
    });
  });

  it('keeps the status last heard when a job says where it is', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    const jobNumber = startWaitingJob(ledger);
    ledger.jobs.takeStatus('job-1', { status: 'Executing', ended: false });
    ledger.jobs.takeProgress({ jobNumber, runs: 10, phase: 'stopping', jobId: 'job-1' });
    expect(ledger.jobs.awaited).toEqual({ 'job-1': 'Executing' });
  });

  it('believes the later of two reports of a job, in whichever order they come, and the next workflow of the job', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    const jobNumber = startWaitingJob(ledger);
    const job = { jobNumber, runs: 10, jobId: 'job-1' } as const;
    ledger.jobs.takeProgress({ ...job, phase: 'waiting', saidMs: 1_001 });
    ledger.jobs.takeProgress({ ...job, phase: 'creating', saidMs: 1_000 });
    expect(ledger.jobs.awaited).toEqual({ 'job-1': '' });
    ledger.jobs.takeProgress({ ...job, phase: 'collecting', saidMs: 1_002 });
    expect(ledger.jobs.awaited).toEqual({});
    ledger.jobs.takeOver(jobNumber, 1);
    ledger.jobs.takeProgress({ ...job, phase: 'waiting', saidMs: 900 });
    expect(ledger.jobs.awaited).toEqual({ 'job-1': '' });
  });

  it('passes on no news of a job that has ended', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    playThrough(ledger, 1);
    expect(ledger.jobs.takeStatus('job-1', { status: 'Deleted', ended: true })).toBeUndefined();
  });

  it('books the end of a job once, however often it is reported', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    const end = {
      jobNumber: startWaitingJob(ledger),
      outcome: 'collected',
      change: { done: 7, failed: 3, failures: [{ reason: 'cut', count: 3 }] },
      retryable: 3,
    } as const;
    ledger.jobEnded(end);
    ledger.jobEnded(end);
    expect(ledger.state).toMatchObject({ done: 7, failed: 3, failures: { cut: 3 }, retryable: 3 });
  });

  it('counts what a job has shown while it executes, once, however often it is told', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 2, maxFailedRuns: 2 }));
    const jobNumber = startWaitingJob(ledger);
    const failures = [{ reason: 'exit-code', count: 3 }] as const;
    const change = { done: 4, failed: 3, failures };
    const job = { jobNumber, runs: 10, phase: 'waiting', jobId: 'job-1' } as const;
    for (let told = 0; told < 2; told += 1) {
      ledger.jobs.takeProgress({ ...job, collected: { runs: 7, change, retryable: 0 } });
      expect(ledger.counts).toMatchObject({ done: 4, failed: 3, failures: { 'exit-code': 3 } });
    }
    expect(ledger.jobs.submittedRuns).toBe(3);
    expect(ledger.overLimit.isPassed).toBe(true);
    ledger.resume();
    expect(ledger.overLimit.isPassed).toBe(false);
    const end = { ...change, done: 7 };
    ledger.jobEnded({ jobNumber, outcome: 'collected', change: end, retryable: 0 });
    expect(ledger.counts).toMatchObject({ done: 7, failed: 3, failures: { 'exit-code': 3 } });
  });

  it('counts what a job has shown also while a further workflow takes it over', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    const jobNumber = startWaitingJob(ledger);
    const job = { jobNumber, runs: 10, phase: 'waiting', jobId: 'job-1' } as const;
    const change = { done: 4, failed: 0, failures: [] };
    ledger.jobs.takeProgress({ ...job, collected: { runs: 4, change, retryable: 0 } });
    ledger.jobs.takeOver(jobNumber, 1);
    expect(ledger.counts.done).toBe(4);
    ledger.jobs.takeProgress(job);
    expect(ledger.counts.done).toBe(4);
    const more = { ...change, done: 6 };
    ledger.jobs.takeProgress({ ...job, collected: { runs: 6, change: more, retryable: 0 } });
    expect(ledger.counts.done).toBe(6);
  });

  it('waits for the retry policy before it calls an executing job over the limit', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1, maxFailedRuns: 2 }));
    const jobNumber = startWaitingJob(ledger);
    const change = { done: 0, failed: 3, failures: [{ reason: 'cut', count: 3 }] } as const;
    const collected = { runs: 3, change, retryable: 3 };
    ledger.jobs.takeProgress({ jobNumber, runs: 10, phase: 'waiting', collected });
    expect(ledger.overLimit.isPassed).toBe(false);
  });

  it('waits for the failed runs that the retry policy runs again, until they end', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1, maxFailedRuns: 2 }));
    const failedWith = (failed: number, retryable = 0) => ({
      change: { done: 0, failed, failures: [{ reason: 'cut', count: failed }] as const },
      retryable,
    });
    ledger.jobEnded({
      ...{ jobNumber: startWaitingJob(ledger), outcome: 'collected' },
      ...failedWith(4, 4),
    });
    ledger.retryPlanned(undefined, { runs: 4 });
    expect(ledger.overLimit.isPassed).toBe(false);
    const retry = { jobNumber: startWaitingJob(ledger), outcome: 'collected' } as const;
    expect(new StudyLedger(ledger.carried).overLimit.isPassed).toBe(false);
    // Three have failed once more, the fourth runs.
    const collected = { runs: 3, ...failedWith(0) };
    ledger.jobs.takeProgress({ ...retry, runs: 4, phase: 'waiting', collected });
    expect(ledger.overLimit.isPassed).toBe(true);
    ledger.jobEnded({ ...retry, ...failedWith(0) });
    expect(ledger.jobs.state.mending).toEqual({});
    expect(ledger.overLimit.isPassed).toBe(true);
  });

  it('allows as many further failures as before, once a person has seen those so far', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 4, maxFailedRuns: 2 }));
    const fail = (failed: number): boolean => {
      const change = {
        done: 10 - failed,
        failed,
        failures: [{ reason: 'exit-code', count: failed }],
      } as const;
      ledger.jobEnded({
        ...{ jobNumber: startWaitingJob(ledger), outcome: 'collected', change, retryable: 0 },
      });
      return ledger.overLimit.isPassed;
    };
    expect(fail(3)).toBe(true);
    ledger.resume();
    expect(fail(2)).toBe(false);
    expect(fail(1)).toBe(true);
  });

  it('keeps a request that comes while the retry policy is asked', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    ledger.requestRetry({ runs: [3] });
    ledger.retryPlanned(undefined, { runs: 2 });
    expect(ledger.state.requests).toEqual([{ runs: [3] }]);
    expect(ledger.jobs.state.queuedRetries).toEqual([2]);
  });

  it('starts no planned job when only certain runs were asked for', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 5 }), { runs: [3] });
    expect(ledger.startNextJob()).toBeUndefined();
    expect(ledger.hasUnrun).toBe(true);
  });

  it('has go on what had been stopped when it is taken up, and counts none of that as failed', () => {
    const stopped = { begun: [2], stopped: [1, 2], reaped: [2] };
    const failures = [{ reason: 'stopped' as const, count: 3 }];
    const plan = planOf({ jobs: 2, nextPlanned: 3, failed: 3, failures, takenUp: stopped });
    const ledger = new StudyLedger();
    ledger.takePlan(plan, undefined, 'a ticket');
    expect(ledger.state.requests).toEqual([
      { runs: 'stopped', ofJobs: [1, 2], ticket: 'a ticket' },
    ]);
    expect(ledger.state.notes.join()).toMatch(
      /Job 2 had been stopped by doeflow’s reaper.*Job 1 had been stopped by the study itself/u,
    );
    ledger.jobEnded({
      ...{ jobNumber: 2, outcome: 'collected', retryable: 0 },
      change: { done: 2, failed: 8, failures: [{ reason: 'stopped', count: 8 }] },
    });
    expect(ledger.overLimit.isPassed).toBe(false);
    expect(ledger.state.state).toBe('Running');

    const asked = new StudyLedger();
    asked.takePlan(plan, { runs: [3] }, 'a ticket');
    expect(asked.state.requests).toEqual([{ runs: [3] }]);
    expect(asked.state.notes.join()).not.toContain('goes on');
  });
});
