/** A study that is taken up only to be stopped: the cluster it had ends, whoever's workflow is gone, and none is made for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { progressQuery } from '../../workflows/messages.ts';
import { clusterWorkflowId } from '../../src/temporal/names.ts';
import type { StudyActivities } from '../../src/run/activity-contract.ts';
import type { Script } from './scripted-activities.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { ticketFor } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 20 };

/** A study that was lost with one job under way, and with a cluster. */
const lost: NonNullable<Script['plan']> = {
  ...{ jobs: 3, runCount: 30, nextPlanned: 2, nextJobNumber: 4, takenUp: { begun: [1] } },
  cluster: { kind: 'own', name: 'beams', left: true },
};

/** Plays a study that is taken up to be stopped, and gives back what was done once its cluster's workflow is over. */
async function playStop(name: string, script: Script, left: StudyActivities['findCluster']) {
  const played = await stage.play({
    name,
    input: { ...ticketFor({ asks: 'start', stop: 'force' }), pace },
    script: { plan: lost, findCluster: left, ...script },
  });
  const cluster = stage.environment.client.workflow.getHandle(clusterWorkflowId(`beams-${name}`));
  await cluster.result();
  return played;
}

const ofClusters = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => /Cluster/u.test(call));

describe.concurrent('a study taken up to be stopped', { timeout: 60_000 }, () => {
  it('stops and collects what it had begun, then has its cluster ended, and makes none', async () => {
    let isStopped = false;
    const { result, calls } = await playStop(
      'left-on',
      {
        found: () => ['job-1'],
        statuses: () => (isStopped ? ['Completed', 'Executing'] : ['Executing']),
        stop: () => {
          isStopped = true;
          return {};
        },
      },
      () => Promise.resolve({ clusterId: 'c1' }),
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { total: 30, done: 10 } });
    expect(calls).not.toContain('uploadStudyFile model.mjs');
    expect(calls.filter((call) => /^stopJob|^collectJob/u.test(call))).toEqual([
      'stopJob job-1 force',
      'collectJob 1',
    ]);
    expect(ofClusters(calls)).toEqual(['shutdownCluster']);
    expect(calls.indexOf('collectJob 1')).toBeLessThan(calls.indexOf('shutdownCluster'));
  });

  it('starts nothing where its cluster is gone or was never started', async () => {
    const none = await playStop('left-nothing', {}, () => Promise.resolve({}));
    expect(none.result.state).toBe('Stopped');
    expect(ofClusters(none.calls)).toEqual([]);
    const unstarted = await playStop('left-unstarted', { clusterStatus: () => 'Not Started' }, () =>
      Promise.resolve({ clusterId: 'c1' }),
    );
    expect(ofClusters(unstarted.calls)).toEqual([]);
  });

  it('has its cluster ended as well where it had run all that it had to', async () => {
    const { result, calls } = await playStop(
      'left-closing',
      {
        plan: { ...lost, done: 30, nextPlanned: 4, takenUp: { begun: [] } },
      },
      () => Promise.resolve({ clusterId: 'c1' }),
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 30 } });
    expect(ofClusters(calls)).toEqual(['shutdownCluster']);
  });
});

it('a study whose cluster lost its workflow while the last job ran has what is left ended', async () => {
  let isOver = false;
  const name = 'left-running';
  const { client } = stage.environment;
  const cluster = client.workflow.getHandle(clusterWorkflowId(`beams-${name}`));
  const { result, calls, notes } = await stage.play({
    name,
    input: { pace },
    script: {
      plan: { cluster: { kind: 'own', name: 'beams' } },
      findCluster: () => Promise.resolve({ clusterId: 'c1' }),
      before: async (call) => {
        while (call === 'watchJobs' && !isOver) await pause();
      },
    },
    async during(handle) {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      await cluster.terminate('by a test');
      isOver = true;
    },
  });
  await cluster.result();
  expect(result.state).toBe('Finished');
  expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
  expect(calls).toContain('shutdownCluster');
  expect(notes.join()).not.toContain('look on the platform');
}, 60_000);

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

describe.concurrent('a study taken up to go on', { timeout: 60_000 }, () => {
  const goOn = () => ({ ...ticketFor({ asks: 'start' }), pace });
  const allBegun = { ...lost, nextPlanned: 4, done: 20 };

  it('buys no cluster where all that it had begun has ended and nothing else is left to run', async () => {
    for (const failed of [0, 2]) {
      const { calls, result } = await stage.play({
        name: `nothing-to-run-${failed}`,
        input: goOn(),
        script: {
          plan: { ...allBegun, done: 20 - failed, failed },
          found: () => ['job-1'],
          statuses: () => ['Completed', 'Executing'],
          findCluster: () => Promise.resolve({}),
        },
      });
      expect(calls.filter((call) => /createCluster|startCluster|^submit/u.test(call))).toEqual([]);
      expect(calls).toContain('collectJob 1');
      expect(result.runs.done).toBe(30 - failed);
    }
  });

  it('asks for a cluster once what it had begun is still to be run', async () => {
    const { calls, result } = await stage.play({
      name: 'still-to-run',
      input: goOn(),
      script: { plan: allBegun, findCluster: () => Promise.resolve({}) },
    });
    expect(calls.filter((call) => /^createCluster/u.test(call))).toHaveLength(1);
    expect(result.runs.done).toBe(30);
  });
});
