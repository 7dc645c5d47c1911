/** Stops that a platform refuses, that come too late or too early, and the workflow of a job that somebody ends in Temporal. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  progressQuery,
  retryStudyUpdate,
  stopJobSignal,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import type { StopMode, StudyProgress } from '../../src/run/messages.ts';
import { cutShort, type Script } from './scripted-activities.ts';
import { openStoryStage, type PlayedStudy, type Scene, type StoryStage } from './story-stage.ts';
import { neverStarted, stoppedBeforeItsRetry } from './never-started.ts';
import { asksRetry } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

type Handle = Parameters<NonNullable<Scene['during']>>[0];

function play(script: Script, during: (handle: Handle) => Promise<void>): Promise<PlayedStudy> {
  const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
  return stage.play({ script, during, input: { pace } });
}

async function until(
  handle: Handle,
  holds: (progress: StudyProgress) => boolean,
): Promise<StudyProgress> {
  for (;;) {
    const progress = await handle.query(progressQuery);
    if (holds(progress)) return progress;
    await pause();
  }
}

const submitted = (handle: Handle): Promise<StudyProgress> =>
  until(handle, ({ runs }) => runs.submitted > 0);
const stop = (handle: Handle, mode: StopMode = 'stop'): Promise<unknown> =>
  handle.executeUpdate(stopStudyUpdate, { args: [{ mode }] });
const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
const stopsOf = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => call.startsWith('stopJob'));

/** An activity that waits for something that never comes, as long as it isn't cancelled. */
async function waitForever(): Promise<void> {
  for (;;) {
    Context.current().heartbeat();
    await Context.current().sleep(20);
  }
}

describe.concurrent('a stop', { timeout: 120_000 }, () => {
  it('that the platform refuses is told, asked for again, and is over only with the job', async () => {
    let waiting: StudyProgress | undefined;
    const refused = { why: 'the platform refuses to stop job job-1: 403', next: 'It costs 2.00.' };
    const { result, notes, calls } = await play(
      { ...cutShort, stop: (order) => (order < 3 ? { refused } : {}) },
      async (handle) => {
        await submitted(handle);
        await stop(handle);
        waiting = await until(handle, ({ jobs }) => jobs[0]?.trouble !== undefined);
      },
    );
    expect(waiting).toMatchObject({ state: 'Running', activity: 'stopping jobs', stopping: true });
    expect(waiting?.jobs[0]).toMatchObject({
      ...{ phase: 'stopping', trouble: refused.why, troubleCode: 'STOP_REFUSED' },
    });
    expect(stopsOf(calls)).toHaveLength(3);
    expect(notes).toEqual([`Job 1: ${refused.why}. It costs 2.00.`]);
    expect(result.state).toBe('Stopped');
  });

  it('that comes when all runs have ended leaves nothing out: the study is finished, with its findings', async () => {
    let isStopped = false;
    const { result, notes, calls } = await play(
      {
        before: async (call) => {
          while (call === 'watchJobs' && !isStopped) await pause();
        },
      },
      async (handle) => {
        await submitted(handle);
        await stop(handle);
        isStopped = true;
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 10, done: 10 } });
    expect(notes.join()).toContain('All its runs were done before it could be stopped');
    expect(calls).toContain('writeFindings');
  });

  it('that falls back to a gentler one is told', async () => {
    const { notes } = await play(
      { ...cutShort, stop: () => ({ note: 'it is ended by the ordinary stop' }) },
      async (handle) => {
        await submitted(handle);
        await stop(handle, 'force');
      },
    );
    expect(notes).toEqual(['Job 1: it is ended by the ordinary stop']);
  });

  it('is never softened, and may be given twice', async () => {
    let softened: unknown;
    let isHeld = true;
    const { calls } = await play(
      {
        endless: true,
        before: async (name) => {
          while (name === 'collectJob' && isHeld) await pause();
        },
      },
      async (handle) => {
        await submitted(handle);
        await stop(handle, 'force');
        await stop(handle, 'force');
        softened = await failureOf(stop(handle));
        isHeld = false;
      },
    );
    expect(softened).toMatchObject({ cause: { type: 'STUDY_OVER', details: ['stopping'] } });
    expect(stopsOf(calls)).toEqual(['stopJob job-1 force']);
  });

  it.each(['uploadStudyFile', 'uploadJobFile', 'createJob'] as const)(
    'cuts off %s that waits for a platform that is down, and nothing is submitted',
    async (held) => {
      let isHeld = false;
      const { result, calls } = await play(
        {
          before: async (name) => {
            if (name !== held) return;
            isHeld = true;
            await waitForever();
          },
        },
        async (handle) => {
          while (!isHeld) await pause();
          await stop(handle);
        },
      );
      expect(result).toMatchObject({ state: 'Stopped', runs: { done: 0, failed: 0 } });
      expect(calls.filter((call) => call.startsWith('submitJob'))).toEqual([]);
    },
  );

  it('ends the submits of a platform that breaks them, once it shows that they had no effect', async () => {
    const { result, calls } = await play(
      { submitFails: () => ApplicationFailure.create({ type: 'API_SERVER', message: '503' }) },
      async (handle) => {
        await until(handle, ({ jobs }) => jobs[0]?.trouble !== undefined);
        await stop(handle);
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 0, failed: 0 } });
    expect(calls).toContain('withdrawJob 1');
    expect(stopsOf(calls)).toEqual([]);
  });

  it('and a retry, at the moment at which the study ends, are told that it ends', async () => {
    const told: unknown[] = [];
    let isHeld = true;
    const { result } = await play(
      {
        before: async (name) => {
          while (name === 'closeStudy' && isHeld) await pause();
        },
      },
      async (handle) => {
        await until(handle, ({ state }) => state === 'Finished');
        const retry = handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed' }));
        told.push(await failureOf(retry), await failureOf(stop(handle)));
        isHeld = false;
      },
    );
    const ending = { cause: { type: 'STUDY_OVER', details: ['ending'] } };
    expect(told).toMatchObject([ending, ending]);
    expect(result.state).toBe('Finished');
  });

  it('withdraws the runs that the platform had not started and that would have run again', async () => {
    const { result, notes, calls } = await play(neverStarted, stoppedBeforeItsRetry);
    expect(calls).toContain('withdrawUnbegun');
    expect(result).toMatchObject({ state: 'Stopped', runs: { total: 20, done: 2, failed: 0 } });
    expect(notes).toContain(
      'Withdrawn, as the study was stopped before the platform had started them: 8 runs',
    );
  });

  it('leaves what never began withdrawn, and the study stopped', async () => {
    const change = { done: 2, failed: 1, failures: [{ reason: 'stopped', count: 1 }] } as const;
    const { result, calls } = await play(
      { endless: true, collect: () => ({ change }) },
      async (handle) => {
        await submitted(handle);
        await stop(handle);
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { total: 10, done: 2, failed: 1 } });
    expect(calls).toContain('collectJob 1');
  });
});

describe.concurrent('a job’s workflow', { timeout: 120_000 }, () => {
  const workflowOf = (handle: Handle) =>
    stage.environment.client.workflow.getHandle(
      jobWorkflowId(handle.workflowId.replace(/^study-/u, ''), 1),
    );

  it('that is cancelled stops its job and collects it as cancelled; the study says so', async () => {
    const { calls, notes } = await play({ endless: true }, async (handle) => {
      await submitted(handle);
      await workflowOf(handle).cancel();
    });
    expect(stopsOf(calls)).toEqual(['stopJob job-1 stop']);
    expect(calls).toContain('collectJob 1, cancelled');
    expect(notes.join()).toContain('its workflow was cancelled in Temporal, so the job is stopped');
  });

  it('that is asked to stop after its study is gone sees by itself that the job has ended, and collects it', async () => {
    let isStopped = false;
    const script: Script = {
      endless: true,
      statuses: () => (isStopped ? ['Completed', 'Executing'] : ['Executing']),
      stop: () => {
        isStopped = true;
        return {};
      },
    };
    let job: ReturnType<typeof workflowOf> | undefined;
    const played = play(script, async (handle) => {
      await submitted(handle);
      job = workflowOf(handle);
      await handle.terminate('by a test');
      await job.signal(stopJobSignal, { mode: 'stop' });
      expect(await job.result()).toMatchObject({ outcome: 'collected' });
    });
    await expect(played).rejects.toThrow();
    expect((await job?.describe())?.status.name).toBe('COMPLETED');
  });

  it('that is terminated while the platform refuses the stop is taken over, and asks for it again', async () => {
    const refused = { why: 'the platform refuses to stop job job-1: 403', next: 'It costs 2.00.' };
    let isAllowed = false;
    const { result, calls } = await play(
      { ...cutShort, stop: () => (isAllowed ? {} : { refused }) },
      async (handle) => {
        await submitted(handle);
        await stop(handle);
        await until(handle, ({ jobs }) => jobs[0]?.trouble !== undefined);
        await workflowOf(handle).terminate('by a test');
        await until(handle, ({ notes }) => notes.join().includes('takes the job over'));
        isAllowed = true;
      },
    );
    expect(result.state).toBe('Stopped');
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(1);
    expect(calls.at(-2)).toBe('analyseStudy Stopped');
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
