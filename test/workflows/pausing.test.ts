/** Studies that their owner pauses: nothing more is started, what executes ends or is stopped, and all goes on when it is resumed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  pauseStudyUpdate,
  progressQuery,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import type { Script } from './scripted-activities.ts';
import { openStoryStage, type PlayedStudy, type Scene, type StoryStage } from './story-stage.ts';
import { pausedSharing } from './paused-sharing.ts';
import { refusedAgain } from './refused-again.ts';
import { takenBack } from './taken-back.ts';
import { asksResume, ticketFor } from './tickets.ts';

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
    await delay();
  }
}

const delay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const pause = (handle: Handle, now = false): Promise<{ readonly jobs: number }> =>
  handle.executeUpdate(pauseStudyUpdate, { args: [{ now }] });
const submitted = (handle: Handle): Promise<StudyProgress> =>
  until(handle, ({ runs }) => runs.submitted > 0);

describe.concurrent('a pause', { timeout: 120_000 }, () => {
  it('lets what executes end, starts nothing more, and is over with resume', async () => {
    let jobs = 0;
    let whilePaused: StudyProgress | undefined;
    let isHeld = true;
    const { result, calls, notes } = await play(
      {
        plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1 },
        before: async (name) => {
          while (name === 'collectJob' && isHeld) await delay();
        },
      },
      async (handle) => {
        await submitted(handle);
        ({ jobs } = await pause(handle));
        // Asked twice, it is told once.
        await pause(handle);
        isHeld = false;
        whilePaused = await until(handle, ({ runs }) => runs.done === 10);
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect((await handle.query(progressQuery)).runs.submitted).toBe(0);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(jobs).toBe(1);
    expect(whilePaused).toMatchObject({ state: 'Paused', activity: 'paused by its owner' });
    expect(
      whilePaused?.notes.filter((note) => note.startsWith('Paused by its owner')),
    ).toHaveLength(1);
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 30, failed: 0 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(3);
    expect(notes.join()).toMatch(/Was paused by its owner at \S+Z$/u);
  });

  it('--now stops what executes, and what it had not run goes on with the study', async () => {
    const stopped = [{ reason: 'stopped', count: 6 }] as const;
    const { result, calls } = await play(
      {
        endless: true,
        plan: { jobs: 1, runCount: 10 },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 4, failed: 6, failures: stopped } }
            : { change: { done: 6, failed: -6, failures: [{ reason: 'stopped', count: -6 }] } },
        retry: (jobNumber) => (jobNumber === 2 ? 6 : 0),
      },
      async (handle) => {
        await submitted(handle);
        await pause(handle, true);
        await until(handle, ({ runs }) => runs.failed === 6);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
        const isSubmitted = ({ jobs }: StudyProgress): boolean =>
          jobs.some(({ jobNumber, phase }) => jobNumber === 2 && phase === 'waiting');
        await until(handle, isSubmitted);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(calls).toContain('stopJob job-1 stop');
    expect(result.runs).toMatchObject({ done: 10, failed: 0 });
  });

  it('--now takes back what was not submitted; it is started anew once, and submitted', async () => {
    const { result, calls } = await stage.play(takenBack('taken-back'));
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20, failed: 0 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toEqual([
      'submitJob job-1',
      'submitJob job-2',
    ]);
    expect(calls.filter((call) => call.startsWith('withdrawJob'))).toHaveLength(1);
  });

  it('--now takes back a retry that was not submitted; it runs once the study goes on', async () => {
    const { result, calls } = await stage.play(takenBack('taken-back-retry', true));
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toEqual([
      'submitJob job-1',
      'submitJob job-2',
    ]);
  });

  it('that comes while the last runs execute keeps nobody waiting: the study ends', async () => {
    const { result } = await play({}, async (handle) => {
      await submitted(handle);
      await pause(handle);
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
  });

  it('can be stopped for good', async () => {
    const { result } = await play(
      { plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1 } },
      async (handle) => {
        await submitted(handle);
        await pause(handle);
        await until(handle, ({ runs }) => runs.done === 10);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 10 } });
  });

  it('has a study that shares runs look once more for what others have done meanwhile, before it starts anything', async () => {
    const { result, calls, notes } = await stage.play({
      ...pausedSharing('paused-sharing-story'),
      input: { pace: { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 } },
    });
    expect(result).toMatchObject({
      state: 'Finished',
      runs: { total: 30, done: 30, reused: 14 },
    });
    const looks = calls.filter((call) => /^(?:renewShared|awaitShared|prepareJob)/u.test(call));
    expect(looks).toEqual([
      'prepareJob 1',
      'renewSharedRuns 1 beside',
      'prepareJob 4',
      'awaitSharedRuns 5',
    ]);
    expect(notes.at(-1)).toBe('14 runs are not run again');
  });

  it('looks for nothing in other studies where the study shares none', async () => {
    const { result, calls } = await stage.play(pausedSharing('paused-alone-story', false));
    expect(result).toMatchObject({ runs: { total: 30, done: 30 } });
    expect(calls.filter((call) => call.startsWith('renewSharedRuns'))).toEqual([]);
  });

  it('looks for nothing in other studies where the study was started again for certain runs alone', async () => {
    const scene = pausedSharing('paused-retry-story');
    const mended = { reason: 'timeout', count: -2 } as const;
    const { calls } = await stage.play({
      ...scene,
      input: ticketFor({ asks: 'retry', runs: [3, 4] }),
      script: {
        ...scene.script,
        plan: {
          ...scene.script.plan,
          ...{ nextPlanned: 2, nextJobNumber: 4, done: 8, failed: 2 },
          failures: [{ reason: 'timeout', count: 2 }],
        },
        collect: () => ({ change: { done: 2, failed: -2, failures: [mended] } }),
        retry: (jobNumber) => (jobNumber === 4 ? 2 : 0),
      },
    });
    const looks = calls.filter((call) => /^(?:renewShared|prepareJob)/u.test(call));
    expect(looks).toEqual(['prepareJob 4']);
  });

  it('has a cluster that was refused asked for once more, and told', async () => {
    const asked: string[] = [];
    const { result, calls, notes } = await stage.play(refusedAgain('refused-once', asked));
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(asked).toEqual(['cluster', 'job 1', 'cluster', 'cluster']);
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
    expect(notes.join()).toContain(
      'Cluster refused-once-refused-once was asked for once more as the study went on; before, its jobs ran on their own hardware: no room',
    );
    expect(notes.join()).not.toContain('No cluster, so jobs run');
  });

  it('has no cluster asked for again that the limit of the cost has no room for: its jobs go on without', async () => {
    const asked: string[] = [];
    const { result, calls, notes } = await stage.play(refusedAgain('refused-dear', asked, false));
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(asked).toEqual(['cluster', 'job 1', 'cluster', 'job 2', 'job 3']);
    expect(calls.filter((call) => call.startsWith('createCluster'))).toEqual([]);
    expect(notes.slice(-1)).toEqual([
      'Cluster refused-dear-refused-dear is not asked for again: its cluster may take up to 4.00 USD',
    ]);
  });
});
