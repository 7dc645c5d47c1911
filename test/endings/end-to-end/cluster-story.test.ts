/** A cluster ends with those who have it, however they end; told by the real workflows on a real server. */
import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { watchCluster } from '../../../activities/clusters/watch-cluster.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import type { StudyActivities } from '../../../src/run/activity-contract.ts';
import { sealedMemo } from '../../../src/sealing/envelope.ts';
import { createWorkflowDesk } from '../../../src/temporal/workflow-desk.ts';
import { clusterWorkflowId, studyWorkflowId, taskQueue } from '../../../src/temporal/names.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import type { Script } from '../../workflows/scripted-activities.ts';
import { openStoryStage, type StoryStage } from '../../workflows/story-stage.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 20 };

/** Starts a study on a cluster of its own whose jobs end only when they are stopped, and asks Temporal as a worker does. */
async function begin(name: string, script: Script = {}) {
  const { client } = stage.environment;
  const seen = stage.cast(name, {
    endless: true,
    plan: { cluster: { kind: 'own', name: 'beams' } },
    watchCluster: watchOnServer(),
    ...script,
  });
  const study = await client.workflow.start('studyWorkflow', {
    workflowId: studyWorkflowId(name),
    taskQueue,
    args: [{ studyId: name, studyName: name, planHash: 'hash', pace }],
    // As one that was started under seal: only such a study answers for what it has.
    memo: { [sealedMemo]: 'by a test', studyId: name },
  });
  const cluster = client.workflow.getHandle(clusterWorkflowId(`beams-${name}`));
  return { ...seen, study, cluster };
}

/** The real wait for news, of a cluster that has started. */
function watchOnServer(): StudyActivities['watchCluster'] {
  const statuses = async function* () {
    yield await Promise.resolve({ status: 'Started' });
  };
  const dependencies = {
    platform: { clusters: { statuses } },
    poll: { minMs: 20, maxMs: 200 },
    workflows: createWorkflowDesk(stage.environment.client),
  } as unknown as ActivityDependencies;
  return async (input) => {
    const { cancellationSignal: signal } = Context.current();
    const beat = setInterval(() => Context.current().heartbeat(), 50);
    try {
      return await watchCluster(dependencies, input, { signal, attempt: 1, show: () => undefined });
    } finally {
      clearInterval(beat);
    }
  };
}

async function statusOf(handle: { describe(): Promise<{ status: { name: string } }> }) {
  return (await handle.describe()).status.name;
}

const soon = { timeout: 15_000, interval: 50 };

describe.concurrent('a cluster', { timeout: 120_000 }, () => {
  it('is ended within seconds when its study is terminated', async ({ expect }) => {
    const { study, cluster, calls } = await begin('gone-holder');
    await expect.poll(() => calls, soon).toContain('submitJob job-1');
    await study.terminate('by a test');
    await expect.poll(() => calls, soon).toContain('shutdownCluster');
    await expect.poll(() => statusOf(cluster), soon).toBe('COMPLETED');
  });

  it('is ended when its study was terminated while the cluster was being made', async ({
    expect,
  }) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { study, cluster, calls } = await begin('gone-maker', {
      before: (name) => (name === 'startCluster' ? released : undefined),
    });
    await expect.poll(() => calls, soon).toContain('createCluster beams-gone-maker');
    await study.terminate('by a test');
    release();
    await expect.poll(() => calls, soon).toContain('shutdownCluster');
    await expect.poll(() => statusOf(cluster), soon).toBe('COMPLETED');
  });

  it('is ended when its workflow is cancelled, and its study asks for a fresh one', async ({
    expect,
  }) => {
    const { study, cluster, calls } = await begin('cancelled-cluster', {
      // A second job is left, for which a fresh cluster is wanted.
      plan: {
        ...{ jobs: 2, runCount: 20, maxConcurrentJobs: 1 },
        cluster: { kind: 'own', name: 'beams' },
      },
    });
    await expect.poll(() => calls, soon).toContain('submitJob job-1');
    const { runId } = await cluster.describe();
    const first = stage.environment.client.workflow.getHandle(cluster.workflowId, runId);
    await cluster.cancel();
    await expect.poll(() => calls, soon).toContain('shutdownCluster');
    // Where the study asked before it was over, the fresh one follows at once.
    await expect.poll(() => statusOf(first), soon).toMatch(/CANCELLED|CONTINUED_AS_NEW/u);
    await expect
      .poll(() => calls.filter((call) => call.startsWith('createCluster')), soon)
      .toHaveLength(2);
    const { notes } = await study.query(progressQuery);
    expect(notes.join()).toContain('its workflow was cancelled in Temporal');
    await study.cancel();
    await study.result();
    await expect.poll(() => statusOf(cluster), soon).toBe('COMPLETED');
    expect(calls.filter((call) => call === 'shutdownCluster')).toHaveLength(2);
  });

  it('is given back by a study that is cancelled, after its jobs were stopped and collected', async ({
    expect,
  }) => {
    const { study, cluster, calls, notes } = await begin('cancelled-study');
    await expect.poll(() => calls, soon).toContain('submitJob job-1');
    await study.cancel();
    expect(await study.result()).toMatchObject({ state: 'Finished' });
    await expect.poll(() => statusOf(cluster), soon).toBe('COMPLETED');
    const order = ['stopJob job-1 stop', 'collectJob 1', 'shutdownCluster'];
    expect(calls.filter((call) => order.includes(call))).toEqual(order);
    // All that it had to run was done by then.
    expect(calls).toContain('closeStudy Finished');
    // The jobs were stopped by their study, not cancelled one by one.
    expect(notes.join()).not.toContain('cancelled');
  });
});

it('a study that is cancelled while it is taken up stops and collects the jobs that were begun', async ({
  expect,
}) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let plans = 0;
  const { study, calls } = await begin('cancelled-early', {
    plan: {
      takenUp: { begun: [1] },
      nextPlanned: 2,
      nextJobNumber: 2,
    },
    found: () => ['job-1'],
    statuses: () => (calls.includes('stopJob job-1 stop') ? ['Completed'] : ['Executing']),
    before: async (name) => {
      if (name !== 'planStudy') return;
      plans += 1;
      if (plans === 1) await released;
    },
  });
  await expect.poll(() => plans, soon).toBe(1);
  await study.cancel();
  expect(await study.result()).toMatchObject({ state: 'Finished' });
  release();
  expect(calls).toContain('stopJob job-1 stop');
  expect(calls).toContain('collectJob 1');
}, 60_000);
