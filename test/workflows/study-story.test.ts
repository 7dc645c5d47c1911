import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchAttributes, taskQueue, transferTaskQueue } from '../../src/temporal/names.ts';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { StudyInput, StudyResult } from '../../src/run/messages.ts';
import {
  progressQuery,
  retryStudyUpdate,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import { scriptActivities, type Script } from './scripted-activities.ts';

let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundle;
let studies = 0;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('WARN') });
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    logger: new DefaultLogger('WARN'),
  });
  environment = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: {
        type: 'existing-path',
        path:
          process.env['DOEFLOW_TEMPORAL_PATH'] ?? join(homedir(), '.cache/doeflow/bin/temporal'),
      },
      extraArgs: [
        ...Object.entries(searchAttributes).flatMap(([name, type]) => [
          '--search-attribute',
          `${name}=${type === 'INT' ? 'Int' : 'Keyword'}`,
        ]),
        '--dynamic-config-value',
        'history.transferProcessorMaxPollRPS=2000',
        '--dynamic-config-value',
        'history.timerProcessorMaxPollRPS=2000',
        // A tenth of the usual: a long story's turns without its length.
        '--dynamic-config-value',
        'limit.historyCount.suggestContinueAsNew=400',
      ],
    },
  });
});
afterAll(() => environment?.teardown());

function studyInput(): StudyInput {
  studies += 1;
  return {
    studyId: `story-${studies}`,
    studyName: `story-${studies}`,
    planHash: 'hash',
    pace: { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 20 },
  };
}

/** Runs a scripted study; `during` may speak to it meanwhile. */
async function play(
  script: Script,
  during?: (handle: Awaited<ReturnType<typeof start>>) => Promise<void>,
): Promise<{ result: StudyResult; calls: string[]; executions: number }> {
  const { activities, calls } = scriptActivities(script);
  const { nativeConnection: connection } = environment;
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
  const transfer = await Worker.create({ connection, taskQueue: transferTaskQueue, activities });
  return worker.runUntil(() =>
    transfer.runUntil(async () => {
      const handle = await start(studyInput());
      await during?.(handle);
      const result = await handle.result();
      const { count: executions } = await environment.client.workflow.count(
        `WorkflowId = '${handle.workflowId}'`,
      );
      return { result, calls, executions };
    }),
  );
}

function start(input: StudyInput) {
  return environment.client.workflow.start<(input: StudyInput) => Promise<StudyResult>>(
    'studyWorkflow',
    {
      workflowId: `study-${input.studyName}`,
      taskQueue,
      args: [input],
    },
  );
}

const connectionLost = (): Error =>
  ApplicationFailure.create({ type: 'API_CONNECTION', message: 'connection lost' });

describe('the story of a study', () => {
  it('plans, uploads, runs, analyses and writes findings, in this order', async () => {
    const { result, calls } = await play({});
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 10, done: 10, failed: 0 } });
    expect(calls).toEqual([
      'uploadStudyFile model.mjs',
      'prepareJob 1',
      'uploadJobFile param.csv',
      'createJob 1',
      'submitJob job-1',
      'collectJob 1',
      'analyseStudy Finished',
      'assignFindings',
      'writeFindings',
      'readFindings',
      'closeStudy Finished',
    ]);
  });

  it('adopts the job of a create whose answer was lost, and creates no second one', async () => {
    const { result, calls } = await play({
      createFails: () => connectionLost(),
      found: () => 'job-1',
    });
    expect(result.state).toBe('Finished');
    expect(calls.filter((call) => call === 'createJob 1')).toHaveLength(1);
  });

  it('looks twice before it creates again', async () => {
    const { calls } = await play({
      createFails: (call) => (call === 1 ? connectionLost() : undefined),
    });
    const creating = calls.filter((call) => /createJob|findJob/.test(call));
    expect(creating).toEqual(['createJob 1', 'findJob 1', 'findJob 1', 'createJob 1']);
  });

  it('does not submit again what the platform has a status of', async () => {
    const { calls } = await play({
      submitFails: () => connectionLost(),
      statuses: () => ['Pending'],
    });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(1);
  });

  it('submits again only when the platform has no status of the job after two looks', async () => {
    const { calls } = await play({
      submitFails: (call) => (call === 1 ? connectionLost() : undefined),
    });
    const submitting = calls.filter((call) => /submitJob|readJobStatuses/.test(call));
    expect(submitting).toEqual([
      'submitJob job-1',
      'readJobStatuses',
      'readJobStatuses',
      'submitJob job-1',
    ]);
  });

  it('ends with failures when the platform refuses the job, with its sentence', async () => {
    const { result, calls } = await play({
      createFails: () => ApplicationFailure.nonRetryable('name: too long', 'API_INVALID_REQUEST'),
    });
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { failed: 10 } });
    expect(calls).toContain('refuseJob name: too long');
  });

  it('runs failed runs again in a further job and counts each run once', async () => {
    const { result } = await play({
      collect: (jobNumber) =>
        jobNumber === 1
          ? {
              change: { done: 7, failed: 3, failures: [{ reason: 'cut', count: 3 }] },
              retryable: 3,
            }
          : { change: { done: 3, failed: -3, failures: [{ reason: 'cut', count: -3 }] } },
      retry: (jobNumber) => (jobNumber === 2 ? 3 : 0),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
  });

  it('keeps its window of jobs and finishes all of them', async () => {
    const { result, calls } = await play({ plan: { jobs: 7, runCount: 70, maxConcurrentJobs: 3 } });
    expect(result.runs).toMatchObject({ total: 70, done: 70 });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(7);
  });

  it('stops its jobs on the platform and keeps what they saved', async () => {
    const { result, calls } = await play({ endless: true }, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'force' }] });
    });
    expect(result.state).toBe('Stopped');
    expect(calls).toContain('stopJob job-1 force');
    expect(calls).toContain('collectJob 1');
    expect(calls).not.toContain('writeFindings');
  });

  it('treats a cancelled workflow as a gentle stop', async () => {
    const { result, calls } = await play({ endless: true }, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      await handle.cancel();
    });
    expect(result.state).toBe('Stopped');
    expect(calls).toContain('stopJob job-1 stop');
  });

  it('aborts over the limit of failed runs when told to', async () => {
    const { result } = await play({
      plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1, onLimit: 'abort' },
      collect: () => ({
        change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] },
      }),
    });
    expect(result).toMatchObject({ state: 'Aborted', runs: { failed: 5 } });
  });

  it('pauses over the limit, and goes on when resumed', async () => {
    const { result } = await play(
      {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] } }
            : {},
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        await handle.executeUpdate(resumeStudyUpdate);
      },
    );
    expect(result).toMatchObject({
      state: 'Finished with failures',
      runs: { done: 15, failed: 5 },
    });
  });

  it('takes a retry while it is open', async () => {
    const { result, calls } = await play(
      {
        plan: { onLimit: 'pause' },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 6, failed: 4, failures: [{ reason: 'timeout', count: 4 }] } }
            : { change: { done: 4, failed: -4, failures: [{ reason: 'timeout', count: -4 }] } },
        retry: (_k, requested) => (requested ? 4 : 0),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        await handle.executeUpdate(retryStudyUpdate, { args: [{ runs: 'failed' }] });
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls).toContain('planRetry 2 4');
  });

  it('goes on in a new execution before its history grows large, and counts every run once', async () => {
    const { result, calls, executions } = await play({
      plan: { jobs: 40, runCount: 400, maxConcurrentJobs: 10 },
    });
    expect(executions).toBeGreaterThan(1);
    expect(result).toMatchObject({
      state: 'Finished',
      runs: { total: 400, done: 400, failed: 0 },
    });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(40);
    expect(calls.filter((call) => call.startsWith('analyseStudy'))).toHaveLength(1);
  });

  it('creates a cluster once, runs on it, and ends it', async () => {
    const { calls } = await play({ plan: { cluster: { kind: 'own', name: `beams-${studies}` } } });
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
    expect(calls.indexOf('startCluster')).toBeLessThan(calls.indexOf('createJob 1'));
    await expect.poll(() => calls).toContain('shutdownCluster');
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
