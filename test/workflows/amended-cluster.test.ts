/** A study that is amended to other hardware of its own cluster: what is under way ends on the one that it has, what follows runs on another one. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReserveCostInput } from '../../src/run/budget-contract.ts';
import {
  amendStudyUpdate,
  pauseStudyUpdate,
  progressQuery,
  resumeStudyUpdate,
} from '../../workflows/messages.ts';
import { amendedCluster, smallSpec, wideSpec } from './amended-cluster.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { takenBack } from './taken-back.ts';
import { asksAmendment, asksResume } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const ofClusters = (calls: readonly string[]): readonly string[] =>
  calls
    .filter((call) => /^(create|shutdown)Cluster|^(submit|collect)Job/u.test(call))
    .map((call) => call.replace(/ \S*:/u, ''));

describe.concurrent('an amended cluster', { timeout: 60_000 }, () => {
  it('is made when the jobs under way have ended on the one before, which is ended', async () => {
    const reserved: ReserveCostInput[] = [];
    const { calls, notes, result } = await stage.play(
      amendedCluster('amended-cluster-running', (input) => reserved.push(input)),
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(ofClusters(calls)).toEqual([
      `createCluster ${smallSpec}`,
      'submitJob job-1',
      'collectJob 1',
      'shutdownCluster',
      `createCluster ${wideSpec}`,
      'submitJob job-2',
      'collectJob 2',
      'shutdownCluster',
    ]);
    // What the second one may cost is set aside by the amended hardware before it is asked for.
    expect(reserved.map(({ revision }) => revision)).toEqual([undefined, 2]);
    expect(notes).toContain(
      `Cluster c1 (${smallSpec}) was given back, as the study was amended; what is left runs on another one: ${wideSpec}`,
    );
  });

  it('is what a study asks for when it goes on that was paused', async () => {
    const scene = amendedCluster('amended-cluster-paused');
    const { calls, result } = await stage.play({
      ...scene,
      during: async (handle) => {
        await scene.isUnderWay(handle);
        await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: false }] });
        while ((await handle.query(progressQuery)).runs.done < 10) {
          scene.letGo();
          await delay(50);
        }
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        while (!(await handle.query(progressQuery)).notes.includes('Revision 2')) await delay(50);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(ofClusters(calls)).toEqual([
      `createCluster ${smallSpec}`,
      'submitJob job-1',
      'collectJob 1',
      'shutdownCluster',
      `createCluster ${wideSpec}`,
      'submitJob job-2',
      'collectJob 2',
      'shutdownCluster',
    ]);
  });

  it('is made for a study that was lost and is taken up, once the one of before has ended', async () => {
    const name = 'amended-cluster-lost';
    const { calls, result } = await stage.play({
      name,
      script: {
        plan: {
          ...{ jobs: 2, runCount: 20, nextPlanned: 2, nextJobNumber: 3, done: 10 },
          ...{ takenUp: { begun: [] }, revision: 2 },
          cluster: {
            ...{ kind: 'own', name: 'beams', spec: wideSpec },
            ...{ left: true, leftSpec: smallSpec },
          },
        },
        findCluster: ({ spec }) => Promise.resolve(spec === undefined ? { clusterId: 'c9' } : {}),
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(ofClusters(calls).slice(0, 4)).toEqual([
      'shutdownCluster',
      `createCluster ${wideSpec}`,
      'submitJob job-2',
      'collectJob 2',
    ]);
  });

  it('for which the limit of the cost has no room pauses the study, after the one before was ended, until there is room', async () => {
    let hasRoom = false;
    let asked = 0;
    const scene = amendedCluster('amended-cluster-no-room');
    const { calls, notes, result } = await stage.play({
      ...scene,
      script: {
        ...scene.script,
        reserve: () => {
          asked += 1;
          return asked === 1 || hasRoom
            ? { verdict: 'fits', why: 'there is room' }
            : { verdict: 'never', why: 'its cluster may take up to 4.00 USD' };
        },
      },
      during: async (handle) => {
        await scene.during?.(handle);
        while ((await handle.query(progressQuery)).state !== 'Paused') await delay(50);
        const { pausedBy, runs } = await handle.query(progressQuery);
        expect([pausedBy, runs.done]).toEqual(['budget', 10]);
        hasRoom = true;
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20 } });
    expect(ofClusters(calls)).toEqual([
      `createCluster ${smallSpec}`,
      'submitJob job-1',
      'collectJob 1',
      'shutdownCluster',
      `createCluster ${wideSpec}`,
      'submitJob job-2',
      'collectJob 2',
      'shutdownCluster',
    ]);
    expect(asked).toBe(3);
    expect(notes.join()).toContain(
      'Was paused by the guard budget: its cluster may take up to 4.00 USD',
    );
  });

  it('runs what a job had that was made for the one before, and taken back before it was sent, as a further job', async () => {
    const { script } = amendedCluster('amended-cluster-made-before');
    const scene = takenBack('amended-cluster-made-before', false, async (handle) => {
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      while (!(await handle.query(progressQuery)).notes.includes('Revision 2')) await delay(50);
    });
    const failures = (count: number) => [{ reason: 'job-failed', count }] as const;
    const { calls, notes, result } = await stage.play({
      ...scene,
      script: {
        ...{ ...script, ...scene.script, plan: script.plan ?? {} },
        submitFails: (call) =>
          call === 1
            ? ApplicationFailure.nonRetryable(`made for ${smallSpec}`, 'CLUSTER_LOST')
            : undefined,
        retry: (jobNumber) => (jobNumber === 3 ? 10 : 0),
        collect: (jobNumber) =>
          jobNumber === 3 ? { change: { done: 10, failed: -10, failures: failures(-10) } } : {},
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20, failed: 0 } });
    expect(notes).toContain(`Job 1: made for ${smallSpec}`);
    expect(ofClusters(calls)).toEqual([
      ...[`createCluster ${smallSpec}`, 'shutdownCluster', `createCluster ${wideSpec}`],
      // The first one is refused, and costs nothing.
      ...['submitJob job-1', 'submitJob job-2', 'collectJob 2', 'submitJob job-3', 'collectJob 3'],
      'shutdownCluster',
    ]);
  });

  it('that is amended back before it was left stays', async () => {
    const scene = amendedCluster('amended-cluster-back');
    const { calls, result } = await stage.play({
      ...scene,
      during: async (handle) => {
        await scene.isUnderWay(handle);
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(3));
        while (!(await handle.query(progressQuery)).notes.includes('Revision 3')) await delay(50);
        scene.letGo();
      },
    });
    expect(result.state).toBe('Finished');
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
  });

  it('is told of where the one of before was kept while the study was paused', async () => {
    const scene = amendedCluster('amended-cluster-kept');
    let seen: readonly string[] = [];
    const { notes, result } = await stage.play({
      ...scene,
      script: {
        ...scene.script,
        plan: {
          ...scene.script.plan,
          cluster: { kind: 'own', name: 'beams', spec: smallSpec, keepWhilePaused: true },
        },
      },
      during: async (handle) => {
        const notesNow = async (): Promise<readonly string[]> =>
          (await handle.query(progressQuery)).notes;
        await scene.isUnderWay(handle);
        await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: false }] });
        scene.letGo();
        const kept = 'Cluster c1 (beams-amended-cluster-kept) is kept while the study is paused';
        while (!(await notesNow()).some((note) => note.startsWith(kept))) await delay(50);
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        const isLeft = (note: string): boolean => note.includes('was given back, as the study');
        while (!(seen = await notesNow()).some(isLeft)) await delay(50);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(result.state).toBe('Finished');
    expect(seen).toContain(
      'Cluster c1 (beams-amended-cluster-kept) was kept while the study was paused, until it was amended',
    );
    expect(seen.join()).not.toContain('is kept');
    expect(notes.join()).not.toContain('is kept');
  });

  it('is not told of where nothing is left to run', async () => {
    const scene = amendedCluster('amended-cluster-last');
    const { notes, calls } = await stage.play({
      ...scene,
      script: { ...scene.script, plan: { ...scene.script.plan, jobs: 1, runCount: 10 } },
    });
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
    expect(notes.join()).not.toContain('runs on another one');
  });

  it('is not told of for what an amendment added, where that ran on the one before by the time it was left', async () => {
    const scene = amendedCluster('amended-cluster-added');
    const { notes, calls, result } = await stage.play({
      ...scene,
      script: {
        ...scene.script,
        plan: { ...scene.script.plan, jobs: 1, runCount: 10 },
        amended: (revision) => ({
          ...{ runCount: 10, maxConcurrentJobs: 1, maxFailedRuns: 1, onLimit: 'finish' },
          // What is in flight has no end yet, and counts as added still.
          ...(revision === 2 ? { hasAdded: true } : {}),
        }),
        retry: () => 0,
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
    expect(notes).toContain(
      `Cluster c1 (${smallSpec}) was given back, as the study was amended; all runs have ended, and any that runs again does so on another one: ${wideSpec}`,
    );
  });
});
