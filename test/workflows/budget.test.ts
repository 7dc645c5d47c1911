/** Studies whose cost has a limit: what may be sent is asked for before, and a study that may send nothing more waits for a person. */
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  amendStudyUpdate,
  budgetStudyUpdate,
  progressQuery,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import type { Script } from './scripted-activities.ts';
import { openStoryStage, type PlayedStudy, type Scene, type StoryStage } from './story-stage.ts';
import { asksAmendment, asksResume } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

type Handle = Parameters<NonNullable<Scene['during']>>[0];

function play(
  script: Script,
  during?: (handle: Handle) => Promise<void>,
  input: object = {},
): Promise<PlayedStudy> {
  const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
  return stage.play({
    script,
    ...(during === undefined ? {} : { during }),
    input: { pace, ...input },
  });
}

async function until(
  handle: Handle,
  holds: (progress: StudyProgress) => boolean,
): Promise<StudyProgress> {
  for (;;) {
    const progress = await handle.query(progressQuery);
    if (holds(progress)) return progress;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isPaused = ({ state }: StudyProgress): boolean => state === 'Paused';
const why = '90.00 of 100.00 USD are committed';
const limited = { jobs: 3, runCount: 30, hasCostLimit: true } as const;
const submits = ({ calls }: PlayedStudy): number =>
  calls.filter((call) => call.startsWith('submitJob')).length;

describe.concurrent('a study with a limit of its cost', { timeout: 120_000 }, () => {
  it('that was lost asks before it sends what was chosen, and joins what was begun without asking', async () => {
    const asked: number[] = [];
    let paused: StudyProgress | undefined;
    const lost = { nextPlanned: 4, nextJobNumber: 6, takenUp: { begun: [3], chosen: [4, 5] } };
    const played = await play(
      {
        plan: { ...limited, done: 20, ...lost },
        reserve: ({ jobNumber = 0 }) => {
          asked.push(jobNumber);
          return { verdict: jobNumber === 5 ? 'never' : 'fits', why };
        },
      },
      async (handle) => {
        paused = await until(handle, isPaused);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(paused?.pausedBy).toBe('budget');
    expect(new Set(asked)).toEqual(new Set([4, 5]));
    expect(played.calls.filter((call) => call.startsWith('submitJob')).join()).not.toMatch(
      /\b5\b/u,
    );
  });

  it('asks before each job, and sends none that does not fit: it pauses, says why, and goes on once it may', async () => {
    let limit = 2;
    let paused: StudyProgress | undefined;
    const played = await play(
      {
        plan: limited,
        reserve: ({ jobNumber = 0 }) => ({ verdict: jobNumber > limit ? 'never' : 'fits', why }),
      },
      async (handle) => {
        paused = await until(handle, (now) => isPaused(now) && now.runs.done === 20);
        // Resumed as it is, it asks anew and waits again.
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
        await until(handle, isPaused);
        limit = 3;
        await handle.executeUpdate(budgetStudyUpdate, { args: [{ look: 'again' }] });
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(paused?.activity).toBe(`paused by the guard budget: ${why}`);
    expect(paused?.pausedBy).toBe('budget');
    expect(paused?.notes.join()).toMatch(/doeflow budget \S+ --set AMOUNT, then doeflow resume/u);
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(submits(played)).toBe(3);
    expect(played.notes.join()).toContain(`Was paused by the guard budget: ${why}`);
  });

  it('waits for jobs under way where these may give back what the next one needs', async () => {
    const asked: string[] = [];
    const played = await play({
      plan: { ...limited, maxConcurrentJobs: 3 },
      reserve: ({ jobNumber = 0, inFlight }) => {
        asked.push(`${jobNumber} beside ${inFlight.join('+')}`);
        return { verdict: inFlight.length > 0 ? 'later' : 'fits', why };
      },
    });
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    // Asked again only when something has changed.
    expect(asked).toEqual(['1 beside ', '2 beside 1', '2 beside ', '3 beside 2', '3 beside ']);
  });

  it('tells what the next job waits for only while it waits', async () => {
    const told: string[] = [];
    const gates = [1, 2].map(() => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      return { open, opened };
    });
    let sent = 0;
    await play(
      {
        plan: { jobs: 2, runCount: 20, hasCostLimit: true },
        reserve: ({ inFlight }) => ({ verdict: inFlight.length > 0 ? 'later' : 'fits', why }),
        before: (name) => {
          if (name !== 'submitJob') return;
          sent += 1;
          return gates[sent - 1]?.opened;
        },
      },
      async (handle) => {
        const { activity } = await until(handle, (now) => now.activity.includes('waits'));
        told.push(activity);
        gates[0]?.open();
        await until(handle, ({ runs, jobs }) => runs.done === 10 && jobs.length === 2);
        told.push((await handle.query(progressQuery)).activity);
        gates[1]?.open();
      },
    );
    expect(told).toEqual([
      `running jobs; the next one waits for what they cost: ${why}`,
      'running jobs',
    ]);
  });

  it('tells of no wait once what waited is withdrawn', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let last = '';
    await play(
      {
        plan: { jobs: 2, runCount: 20, hasCostLimit: true },
        reserve: ({ inFlight }) => ({ verdict: inFlight.length > 0 ? 'later' : 'fits', why }),
        amended: () => ({
          ...{ maxFailedRuns: 3, onLimit: 'finish', maxConcurrentJobs: 2 },
          ...{
            runCount: 20,
            hasCostLimit: true,
            withdrawnRuns: 10,
            emptyJobs: [{ first: 2, last: 2 }],
          },
        }),
        before: (name) => (name === 'submitJob' ? opened : undefined),
      },
      async (handle) => {
        await until(handle, (now) => now.activity.includes('waits'));
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        last = (await until(handle, ({ runs }) => runs.withdrawn === 10)).activity;
        for (let look = 0; look < 100 && last.includes('waits'); look += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          last = (await handle.query(progressQuery)).activity;
        }
        open();
      },
    );
    expect(last).toBe('running jobs');
  });

  it('runs what was left of a job that was cut as a further one', async () => {
    const spares: (number | undefined)[] = [];
    const played = await play({
      plan: { jobs: 2, runCount: 20, hasCostLimit: true },
      reserve: ({ jobNumber, spare }) => {
        spares.push(spare);
        return { verdict: 'fits', why, ...(jobNumber === 2 ? { left: 4 } : {}) };
      },
      collect: (jobNumber) => ({
        change: { done: jobNumber === 1 ? 10 : jobNumber === 2 ? 6 : 4, failed: 0, failures: [] },
      }),
    });
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(spares).toEqual([3, 3, 4]);
    expect(played.calls.filter((call) => call.startsWith('prepareJob'))).toHaveLength(3);
    expect(played.notes.join()).toContain('4 of its runs follow as job 3');
  });

  it('sets aside for what is started after an amendment by its files, and makes the job with them', async () => {
    const asked: string[] = [];
    let limit = 1;
    const limits = { maxFailedRuns: 3, onLimit: 'finish', maxConcurrentJobs: 1 } as const;
    const played = await play(
      {
        plan: { ...limited, maxConcurrentJobs: 1 },
        amended: () => ({ ...limits, runCount: 30, hasCostLimit: true }),
        reserve: ({ jobNumber = 0, revision = 1 }) => {
          asked.push(`${jobNumber} of ${revision}`);
          return { verdict: jobNumber > limit ? 'never' : 'fits', why };
        },
      },
      async (handle) => {
        await until(handle, (now) => isPaused(now) && now.runs.done === 10);
        limit = 3;
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(asked).toEqual(['1 of 1', '2 of 1', '2 of 2', '3 of 2']);
    expect(played.calls.filter((call) => call.startsWith('prepareJob'))).toEqual([
      ...['prepareJob 1', 'prepareJob 2 of 2', 'prepareJob 3 of 2'],
    ]);
  });

  it('asks for its cluster instead of its jobs, and asks for none that does not fit', async () => {
    const asked: unknown[] = [];
    const played = await play(
      {
        plan: { ...limited, cluster: { kind: 'own', name: 'beams' } },
        reserve: ({ jobNumber }) => {
          asked.push(jobNumber);
          return { verdict: asked.length > 1 ? 'fits' : 'never', why };
        },
      },
      async (handle) => {
        await until(handle, isPaused);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(asked).toEqual([undefined, undefined]);
    expect(played.calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
  });

  it('asks before each job once its cluster was refused, as jobs have hardware of their own then', async () => {
    const asked: string[] = [];
    let limit = 1;
    const played = await play(
      {
        plan: { ...limited, maxConcurrentJobs: 1, cluster: { kind: 'own', name: 'turned-down' } },
        before: (name) =>
          name === 'createCluster'
            ? Promise.reject(ApplicationFailure.nonRetryable('no room', 'API_INVALID_REQUEST'))
            : Promise.resolve(),
        reserve: ({ jobNumber = 0, ownHardware = false }) => {
          asked.push(`${jobNumber} ${ownHardware ? 'by itself' : 'on a cluster'}`);
          return { verdict: jobNumber > limit ? 'never' : 'fits', why };
        },
      },
      async (handle) => {
        await until(handle, (now) => isPaused(now) && now.runs.done === 10);
        limit = 3;
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(played.result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(asked).toEqual([
      ...['0 on a cluster', '1 by itself', '2 by itself'],
      // Asked for once more as it goes on, and refused again.
      ...['0 on a cluster', '0 on a cluster', '2 by itself', '3 by itself'],
    ]);
    expect(played.notes.join()).toContain('No cluster, so jobs run on their own hardware: no room');
  });

  it('that was given one while it runs asks from then on', async () => {
    let asks = 0;
    const played = await play(
      {
        endless: true,
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1 },
        reserve: () => {
          asks += 1;
          return { verdict: 'never', why };
        },
      },
      async (handle) => {
        await until(handle, ({ runs }) => runs.submitted === 10);
        expect(asks).toBe(0);
        await handle.executeUpdate(budgetStudyUpdate, { args: [{ look: 'again' }] });
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(played.result.state).toBe('Stopped');
    expect(submits(played)).toBe(1);
  });

  it('that nobody watches is stopped, and tells what went beyond what was set aside', async () => {
    const played = await play(
      {
        plan: limited,
        reserve: ({ jobNumber = 0 }) => ({
          ...{ verdict: jobNumber > 1 ? 'never' : 'fits', why },
          overruns: ['The platform held job 1 beyond its walltime'],
        }),
      },
      undefined,
      { unattended: true },
    );
    expect(played.result).toMatchObject({ state: 'Aborted', runs: { done: 10 } });
    expect(played.notes.join()).toContain(`Stopped by the guard budget: ${why}`);
    expect(played.notes.join()).toContain('The platform held job 1 beyond its walltime');
  });
});
