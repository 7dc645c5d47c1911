/** Trouble that heals after minutes, trouble that never does, and what is said at odd moments. */
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RetryAnswer } from '../../src/run/messages.ts';
import { progressQuery, retryStudyUpdate, stopStudyUpdate } from '../../workflows/messages.ts';
import { jobWorkflowId, studyWorkflowId } from '../../src/temporal/names.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { asksRetry, ticketFor } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const timeout = 240_000;

/** Retries and looks after a second or so. */
const quickPace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 20 };

describe.concurrent('a study in trouble', { timeout }, () => {
  it('goes on when a step has failed thirty times and then heals', async () => {
    let failures = 30;
    const { result } = await stage.play({
      name: 'read-only',
      input: { pace: quickPace },
      script: {
        before: (name) => {
          if (name === 'analyseStudy' && failures-- > 0)
            throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
        },
      },
    });
    expect(result.state).toBe('Finished');
    expect(failures).toBeLessThan(0);
  });

  it('tells of a submit that was taken without effect, and submits again only after empty looks', async () => {
    const troubles = new Set<string>();
    const { result, calls, notes } = await stage.play({
      name: 'submit-lost',
      input: { pace: quickPace },
      script: { submitLost: (call) => call === 1 },
      async during(handle) {
        while ((await handle.describe()).status.name === 'RUNNING') {
          const { jobs } = await handle.query(progressQuery);
          for (const { troubleCode } of jobs)
            if (troubleCode !== undefined) troubles.add(troubleCode);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    const submits = calls.filter((call) => /submitJob|readJobStatuses/.test(call));
    const second = submits.lastIndexOf('submitJob job-1');
    expect(submits.filter((call) => call.startsWith('submitJob'))).toHaveLength(2);
    expect(second).toBeGreaterThanOrEqual(4);
    expect([...troubles]).toContain('SUBMIT_NOT_SHOWN');
    expect(notes.join()).toContain('it was submitted again');
  });

  it('withdraws a job whose submit had no effect when it is stopped', async () => {
    const { result, calls } = await stage.play({
      name: 'submit-lost-stopped',
      input: { pace: quickPace },
      script: { submitLost: () => true, endless: true },
      async during(handle) {
        for (;;) {
          const { jobs } = await handle.query(progressQuery);
          if (jobs.some(({ troubleCode }) => troubleCode === 'SUBMIT_NOT_SHOWN')) break;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    });
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 0, failed: 0 } });
    expect(calls).toContain('withdrawJob 1');
    expect(calls.filter((call) => call.startsWith('stopJob'))).toEqual([]);
  });

  it('finishes without findings that the platform refuses, and says so', async () => {
    const { result, progress } = await playToProgress('no-findings', 'writeFindings');
    expect(result.state).toBe('Finished');
    expect(progress.notes.join()).toContain('Findings on job job-1: refused for good');
  });

  it('looks for each job by itself when the platform refuses its list', async () => {
    const { result, progress } = await playToProgress('no-list', 'watchJobs');
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(progress.notes.join()).toContain('each job is asked for by itself');
  });

  it('ends in a stated way over what can’t heal, and loses no job when it is started again', async () => {
    let isDamaged = true;
    const scene = {
      name: 'damaged',
      script: {
        before: (name: string) => {
          if (name === 'analyseStudy' && isDamaged) throw refused();
        },
      },
    };
    const broken: unknown = await stage.play(scene).catch((error: unknown) => error);
    expect(broken).toMatchObject({
      cause: { message: expect.stringContaining('doeflow results damaged') as string },
    });
    isDamaged = false;
    // Nothing of its checkpoint was kept: every job is found again, none is paid again.
    const { result, calls } = await stage.play({
      name: scene.name,
      script: { found: () => ['job-1'], statuses: () => ['Completed', 'Pending'] },
      input: ticketFor({ asks: 'retry', runs: 'failed' }),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls.filter((call) => /createJob|submitJob/.test(call))).toEqual([]);
  });

  it('starts a job that was stopped before its submit when it is resumed, and counts it until then', async () => {
    let isHeld = false;
    let withdrawn: readonly number[] | undefined;
    const first = await stage.play({
      name: 'withdrawn',
      script: {
        before: async (name) => {
          if (name !== 'checkJob') return;
          isHeld = true;
          await pause(1_500);
        },
        analyse: (input) => {
          withdrawn = input.withdrawn;
        },
      },
      during: async (handle) => {
        while (!isHeld) await pause(30);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    });
    expect(first.result).toMatchObject({ state: 'Stopped', runs: { done: 0 } });
    expect(withdrawn).toEqual([1]);

    const second = await stage.play({
      name: 'withdrawn',
      script: { plan: { nextPlanned: 2, withdrawn: [1] }, found: () => ['job-1'] },
      input: ticketFor({ asks: 'retry', runs: 'failed' }),
    });
    expect(second.result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(second.calls.filter((call) => /createJob|submitJob/.test(call))).toEqual([
      'submitJob job-1',
    ]);
  });

  it('stops what a harder stop finds, also one that is asked for while a job is started', async () => {
    const { result, calls } = await stage.play({
      name: 'stop-early',
      script: { endless: true, plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 3 } },
      during: async (handle) => {
        while ((await handle.query(progressQuery)).jobs.length === 0) await pause(5);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'force' }] });
      },
    });
    expect(result.state).toBe('Stopped');
    expect(calls.filter((call) => call.startsWith('submitJob')).length).toBeLessThan(4);
  });

  it('refuses a retry once it writes its results, so that none is lost', async () => {
    const answers: unknown[] = [];
    const { calls } = await stage.play({
      name: 'late-retry',
      script: { retry: () => 0 },
      during: async (handle) => {
        while ((await handle.query(progressQuery)).runs.done === 0) {
          const answer = handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed' }));
          answers.push(await answer.catch((error: unknown) => error));
        }
      },
    });
    // An equal one that waits to be planned stands for those that follow.
    const queued = answers.filter(
      (answer) => !(answer instanceof Error) && !(answer as RetryAnswer).already,
    );
    expect(queued.length).toBeGreaterThan(0);
    expect(calls.filter((call) => call.startsWith('planRetry'))).toHaveLength(queued.length);
  });

  it('lets a job collect when its study is gone', async () => {
    const { client } = stage.environment;
    let end: unknown;
    await stage
      .play({
        name: 'no-study',
        script: { statuses: () => ['Completed', 'Pending'], before: holdWatch },
        during: async (handle) => {
          while ((await handle.query(progressQuery)).runs.submitted === 0) await pause(30);
          await handle.terminate('by a test');
          const job = client.workflow.getHandle(jobWorkflowId('no-study', 1));
          await job.signal('lookAgain');
          end = await job.result();
        },
      })
      .catch(() => undefined);
    expect(end).toMatchObject({ outcome: 'collected', change: { done: 10 } });
  });

  it('ends a job that is deleted when its study is gone', { timeout: 90_000 }, async () => {
    let isDeleted = false;
    let end: unknown;
    const deleted = stage.play({
      name: 'no-job',
      script: {
        statuses: () => ['Executing'],
        before: async (name) => {
          await holdWatch(name);
          if (name !== 'readJobStatuses' || !isDeleted) return;
          throw ApplicationFailure.nonRetryable('job job-1 was deleted', 'API_NOT_FOUND');
        },
      },
      during: async (handle) => {
        while ((await handle.query(progressQuery)).runs.submitted === 0) await pause(30);
        await handle.terminate('by a test');
        isDeleted = true;
        const job = stage.environment.client.workflow.getHandle(jobWorkflowId('no-job', 1));
        await job.signal('lookAgain');
        end = await job.result();
      },
    });
    await expect(deleted).rejects.toThrow();
    expect(end).toMatchObject({ outcome: 'collected' });
  });
});

async function holdWatch(name: string): Promise<void> {
  if (name === 'watchJobs') await pause(20_000);
}

/** Plays a study one of whose activities is refused for good, and gives back its last progress too. */
async function playToProgress(name: string, refusedActivity: string) {
  const played = await stage.play({
    name,
    input: { pace: quickPace },
    script: {
      before: (activity) => {
        if (activity === refusedActivity) throw refused();
      },
    },
  });
  const handle = stage.environment.client.workflow.getHandle(studyWorkflowId(name));
  return { ...played, progress: await handle.query(progressQuery) };
}

function refused(): Error {
  return ApplicationFailure.nonRetryable('refused for good', 'RESULT_STORE');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
