import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureReason, PauseCause } from '../../src/run/run-state.ts';
import { pauseStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import { isEmptyPause } from '../../workflows/study/end-empty-pause.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { pausedInVain } from './empty-pauses.ts';
import { planOf, startWaitingJob } from './ledger-moves.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { asksResume } from './tickets.ts';

/** A study whose first job failed, paused by this; `undefined` as by an engine of before, which kept no cause. */
function pausedLedger(
  pausedBy: PauseCause | undefined,
  { jobs = 1, reason = 'exit-code' as FailureReason, retryable = 0 } = {},
): StudyLedger {
  const ledger = new StudyLedger();
  ledger.takePlan(planOf({ jobs }));
  ledger.reach('uploaded');
  const jobNumber = startWaitingJob(ledger);
  ledger.guards.hold();
  ledger.turn('paused', pausedBy ?? 'failFast');
  const change = { done: 0, failed: 10, failures: [{ reason, count: 10 }] };
  ledger.jobEnded({ jobNumber, outcome: 'collected', change, retryable });
  if (pausedBy !== undefined) return ledger;
  const { carried } = ledger;
  return new StudyLedger({ ...carried, study: { ...carried.study, pausedBy: undefined } });
}

describe('a pause', () => {
  it('holds nothing where all runs have ended and failures are its cause', () => {
    for (const cause of ['failFast', 'maxConsecutiveFailedRuns', 'maxFailedRuns'] as const) {
      expect(isEmptyPause(pausedLedger(cause))).toBe(true);
    }
  });

  it('stays where a person, the budget or the lack of a cluster is its cause', () => {
    for (const cause of ['owner', 'budget', 'cluster'] as const) {
      expect(isEmptyPause(pausedLedger(cause))).toBe(false);
    }
  });

  it('stays where a resume would run something', () => {
    expect(isEmptyPause(pausedLedger('failFast', { jobs: 2 }))).toBe(false);
    expect(isEmptyPause(pausedLedger('failFast', { reason: 'stopped' }))).toBe(false);
    expect(isEmptyPause(pausedLedger('failFast', { retryable: 3 }))).toBe(false);
    const amended = pausedLedger('failFast');
    amended.useRevision(2);
    expect(isEmptyPause(amended)).toBe(false);
  });
});

describe('a study whose guard acts', () => {
  let stage: StoryStage;
  beforeAll(async () => {
    stage = await openStoryStage();
  });
  afterAll(() => stage?.close());

  it('goes on to its end where its jobs left nothing to run', async () => {
    const { result, calls, notes } = await stage.play(pausedInVain('vain'));
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { failed: 20 } });
    expect(calls).toContain('stopJob job-1 stop');
    expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual([]);
    expect(notes).toEqual([
      'Was paused by the guard failFast: all of the first 5 runs of job 1 failed',
      'Nothing was left to run when the guard failFast had paused the study, so it went on to its end. Why runs failed: doeflow logs vain',
    ]);
  });

  it('ends over its limit of failures where its last job passes it', async () => {
    const failures = [{ reason: 'timeout', count: 5 }] as const;
    const { result, notes } = await stage.play({
      name: 'last',
      script: {
        plan: { onLimit: 'pause' },
        collect: () => ({ change: { done: 5, failed: 5, failures } }),
      },
    });
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { done: 5, failed: 5 } });
    expect(notes.join()).toContain('the guard maxFailedRuns had paused the study');
  });

  it('stays as its owner paused it, until resumed', async () => {
    const failures = [{ reason: 'timeout', count: 10 }] as const;
    let isPaused = false;
    let paused: string | undefined;
    const { result } = await stage.play({
      name: 'owned',
      script: {
        collect: () => ({ change: { done: 0, failed: 10, failures } }),
        before: async (call) => {
          while (call === 'collectJob' && !isPaused) await delay(20);
        },
      },
      during: async (handle) => {
        while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(20);
        await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: false }] });
        isPaused = true;
        while ((await handle.query(progressQuery)).runs.failed === 0) await delay(20);
        await delay(200);
        ({ state: paused } = await handle.query(progressQuery));
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(paused).toBe('Paused');
    expect(result.state).toBe('Finished with failures');
  });

  it('ends by a resume where an engine of before had paused it with nothing left', async () => {
    const { result, calls } = await stage.play({
      name: 'of-before',
      script: {},
      // As those that were paused before their cause was kept: it isn't known that a guard did it.
      input: { carried: pausedLedger(undefined).carried },
      during: async (handle) => {
        await delay(200);
        expect((await handle.query(progressQuery)).state).toBe('Paused');
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { failed: 10 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toEqual([]);
  });
});
