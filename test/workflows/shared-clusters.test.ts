/** Clusters that end, are lost, don't start or haven't the time, under one study or several. */
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { progressQuery, stopStudyUpdate } from '../../workflows/messages.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import type { Script } from './scripted-activities.ts';
import { playAskedAtEnd } from './asked-at-end.ts';
import { playLeftOfName } from './left-of-name.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const plan: NonNullable<Script['plan']> = {
  cluster: { kind: 'own', name: 'beams', spec: '2 slots' },
};

/** Plays a study on a cluster. @param speak to it while it runs */
function play(name: string, script: Script, speak?: (study: Spoken) => Promise<void>) {
  return stage.play({
    name,
    script: { plan, ...script },
    ...(speak === undefined ? {} : { during: () => speak(spokenTo(name)) }),
  });
}

interface Spoken {
  until(holds: (progress: StudyProgress) => boolean): Promise<StudyProgress>;
  stop(): Promise<unknown>;
}

function spokenTo(name: string): Spoken {
  const study = stage.environment.client.workflow.getHandle(studyWorkflowId(name));
  return {
    async until(holds) {
      for (;;) {
        // It may not have begun yet.
        const progress = await study.query(progressQuery).catch(() => undefined);
        if (progress !== undefined && holds(progress)) return progress;
        await pause();
      }
    },
    stop: () => study.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] }),
  };
}

const countOf = (calls: readonly string[], name: string): number =>
  calls.filter((call) => call.startsWith(name)).length;

/** What a job says whose cluster was lost before any of its runs had ended. */
const lostWith = (clusterId: string) =>
  ({
    change: { done: 0, failed: 10, failures: [{ reason: 'cut', count: 10 }] },
    retryable: 10,
    lostCluster: clusterId,
  }) as const;
const mended = {
  change: { done: 10, failed: -10, failures: [{ reason: 'cut', count: -10 }] },
} as const;

describe.concurrent('a cluster', { timeout: 240_000 }, () => {
  it('that ends is lent to nobody: who asks meanwhile gets a fresh one', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isEnding = false;
    const sharedCluster = 'of-ends-first';
    const first = await play('ends-first', {
      sharedCluster,
      before: async (name) => {
        if (name !== 'shutdownCluster' || isEnding) return;
        isEnding = true;
        await released;
      },
    });
    while (!isEnding) await pause();
    const second = await play('asks-then', { sharedCluster }, async ({ until }) => {
      const waiting = await until(({ activity }) => activity.startsWith('waiting for cluster'));
      expect(waiting.waitsForCluster).toBe(sharedCluster);
      expect(countOf(first.calls, 'createCluster')).toBe(1);
      release();
    });
    expect(second.result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(countOf(second.calls, 'submitJob')).toBe(1);
    expect(second.notes.join()).not.toContain('own hardware');
    // The first had given back the one before.
    expect(second.notes.join()).not.toContain('another study had it');
    expect(countOf(first.calls, 'createCluster')).toBe(2);
    while (countOf(first.calls, 'shutdownCluster') < 2) await pause();
  });

  it('that two studies have at once is told to the second, and not to the one that had it alone', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isRunning = false;
    const sharedCluster = 'of-has-it-first';
    const first = play('has-it-first', {
      sharedCluster,
      before: async (name) => {
        if (name !== 'watchJobs') return;
        isRunning = true;
        await released;
      },
    });
    while (!isRunning) await pause();
    const second = await play('has-it-too', { sharedCluster });
    release();
    expect(second.notes).toContain(
      `Cluster ${sharedCluster} was lent to this study while another study had it, too`,
    );
    expect((await first).notes.join()).not.toContain('another study had it');
  });

  it('whose workflow is gone ends once the last study that may have it gives it back to another one of its name', async () => {
    const holders = [{ studyWorkflowId: 'study-left-b', studyId: 'left-b' }];
    const { calls } = await playLeftOfName(stage, 'left-a', holders);
    expect(countOf(calls.afterFirst, 'shutdownCluster')).toBe(0);
    expect(countOf(calls.afterLast, 'shutdownCluster')).toBe(1);
    expect(countOf(calls.atEnd, 'shutdownCluster')).toBe(2);
  });

  it('that has ended is not replaced for one who had it and asks for its news', async () => {
    const [forNews, forOne] = await Promise.all([
      playAskedAtEnd(stage, 'asks-for-news', { again: true }),
      playAskedAtEnd(stage, 'asks-for-one', {}),
    ]);
    expect(countOf(forNews, 'createCluster')).toBe(0);
    expect(countOf(forOne, 'createCluster')).toBe(1);
  });

  it('that ended in mid-study is replaced, for what it has not run', async () => {
    let isLost = false;
    const { result, calls, notes } = await play(
      'lost-midway',
      {
        clusterStatus: (id) => (id === 'c1' && isLost ? 'Stopped' : 'Started'),
        before: async (name) => {
          while (name === 'watchJobs' && !isLost) await pause();
        },
        collect: (jobNumber) => (jobNumber === 1 ? lostWith('c1') : mended),
        retry: (jobNumber) => (jobNumber === 2 ? 10 : 0),
      },
      async ({ until }) => {
        await until(({ runs }) => runs.submitted === 10);
        isLost = true;
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(countOf(calls, 'createCluster')).toBe(2);
    expect(notes.join()).toMatch(/Cluster c1 was lost: .*fresh one \(1 of 3 in a row\)/u);
  });

  it('that ended after the last run is not replaced', async () => {
    let isLost = false;
    const { result, calls } = await play('lost-late', {
      clusterStatus: () => (isLost ? 'Stopped' : 'Started'),
      before: async (name) => {
        if (name !== 'collectJob') return;
        isLost = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(countOf(calls, 'createCluster')).toBe(1);
  });

  it('that ended before its job was sent costs the job a try, not its runs', async () => {
    const { result, calls } = await play('lost-before', {
      submitFails: (call) =>
        call === 1
          ? ApplicationFailure.nonRetryable('cluster c1 was lost', 'CLUSTER_LOST')
          : undefined,
      retry: (jobNumber) => (jobNumber === 2 ? 10 : 0),
      collect: () => ({
        change: { done: 10, failed: -10, failures: [{ reason: 'job-failed', count: -10 }] },
      }),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls).toContain('refuseJob cluster c1 was lost');
  });

  it('that fails to start is tried again three times, then the study pauses and holds none', async () => {
    const { result, calls, notes } = await play(
      'fails-to-start',
      { clusterStatus: () => 'Error' },
      async ({ until, stop }) => {
        const { activity } = await until(({ state }) => state === 'Paused');
        expect(activity).toContain('4 clusters were lost one after the other');
        await stop();
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 0, failed: 0 } });
    expect(countOf(calls, 'createCluster')).toBe(4);
    expect(countOf(calls, 'createJob')).toBe(0);
    expect(notes.join()).toContain('doeflow resume fails-to-start');
  });

  it('that never starts is told with its status, and ended with its study', async () => {
    const { calls } = await play(
      'never-starts',
      { clusterStatus: () => 'Starting' },
      async ({ until, stop }) => {
        const { activity } = await until((progress) => progress.activity.includes('since'));
        expect(activity).toMatch(
          /^waiting for cluster beams-\S+ \(c1\): Starting since .*2 slots/u,
        );
        await stop();
      },
    );
    while (countOf(calls, 'shutdownCluster') < 1) await pause();
    expect(countOf(calls, 'createJob')).toBe(0);
  });

  it('of one study is not shared by another one that wants other machines', async () => {
    const sharedCluster = 'of-has-four';
    let isOver = false;
    const first = play('has-four', {
      ...{ sharedCluster, plan: { cluster: { kind: 'own', name: 'x', spec: '4 slots' } } },
      before: async (name) => {
        while (name === 'watchJobs' && !isOver) await pause();
      },
    });
    await spokenTo('has-four').until(({ runs }) => runs.submitted === 10);
    const other = await play('wants-two', { sharedCluster }, async ({ until, stop }) => {
      const { activity } = await until(({ state }) => state === 'Paused');
      expect(activity).toContain(
        'study has-four has a cluster of the name of-has-four with 4 slots, and this study wants 2 slots',
      );
      await stop();
    });
    expect(other.result.state).toBe('Stopped');
    isOver = true;
    expect((await first).result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
  });

  it('without the time for the next job is given back, and a fresh one has it', async () => {
    const { result, calls, notes } = await play('too-late', {
      plan: { ...plan, jobs: 2, runCount: 20, maxConcurrentJobs: 2 },
      fit: ({ jobNumber, clusterId }) =>
        jobNumber === 2 && clusterId === 'c1'
          ? { verdict: 'later', why: '0.1 h are left' }
          : { verdict: 'fits' },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(calls.indexOf('collectJob 1')).toBeLessThan(calls.indexOf('createJob 2'));
    expect(countOf(calls, 'createCluster')).toBe(2);
    expect(notes.join()).toContain('Cluster c1 was given back before job 2: 0.1 h are left');
  });

  it('that can never have the time fails the job with that reason, and is not replaced', async () => {
    const { result, calls } = await play('too-long', {
      fit: () => ({ verdict: 'never', why: 'give the cluster a longer walltime' }),
    });
    expect(result).toMatchObject({ runs: { done: 0, failed: 10 } });
    expect(calls.join()).toContain('give the cluster a longer walltime');
    expect(countOf(calls, 'createCluster')).toBe(1);
    expect(countOf(calls, 'createJob')).toBe(0);
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
