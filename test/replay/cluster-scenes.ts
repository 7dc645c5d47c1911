/** Studies whose clusters are slow, lost, given back or left, and those with a canary: the turns of the story that came with them. */
import { ApplicationFailure } from '@temporalio/common';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterWorkflowId, jobWorkflowId } from '../../src/temporal/names.ts';
import {
  clusterNewsSignal,
  lookAgainSignal,
  progressQuery,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import type { Scene, StoryStage } from '../workflows/story-stage.ts';
import type { Script } from '../workflows/scripted-activities.ts';
import { asksResume, ticketFor } from '../workflows/tickets.ts';

const cluster = { kind: 'own', name: 'beams' } as const;
const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 20 };

type Handle = Parameters<NonNullable<Scene['during']>>[0];

async function untilPaused(handle: Handle): Promise<void> {
  while ((await handle.query(progressQuery)).state !== 'Paused') await delay(30);
}

/** A study that was lost with one job under way, and with a cluster. */
const lost: NonNullable<Script['plan']> = {
  ...{ jobs: 3, runCount: 30, nextPlanned: 2, nextJobNumber: 4, takenUp: { begun: [1] } },
  cluster: { ...cluster, left: true },
};
const takenUpToStop = { ...ticketFor({ asks: 'start', stop: 'force' }), pace };

/** Plays them all; the workflow of one cluster is terminated on the way. */
export async function playClusters(stage: StoryStage): Promise<void> {
  for (const scene of scenesOf(stage)) await stage.play(scene);
}

/** A cluster's workflow that a scene terminates: the one that doesn't complete. */
export const terminatedCluster = clusterWorkflowId('beams-cluster-lost');

/** Neither its cluster nor its job says anything for long. */
export function bothSilent(): Scene {
  let isLongSilent = false;
  return {
    name: 'both-silent',
    input: { pace },
    script: {
      plan: { cluster },
      before: async (call) => {
        while (call === 'watchJobs' && !isLongSilent) await delay(30);
      },
    },
    async during(handle) {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(30);
      // Some three times as long as silence is put up with at this pace.
      await delay(4_000);
      isLongSilent = true;
    },
  };
}

function scenesOf({ environment }: StoryStage): readonly Scene[] {
  let looks = 0;
  let isLost = false;
  let isAskedToStop = false;
  let submits = 0;
  let isCollected = false;
  let isRoom = false;
  return [
    {
      name: 'idle-cluster',
      script: {
        plan: { cluster },
        before: (activity) => {
          if (activity === 'collectJob' && !isRoom) throw new Error('no room');
        },
      },
      async during(handle) {
        const notes = async (): Promise<string> => (await handle.query(progressQuery)).notes.join();
        while (!(await notes()).includes('given back')) await delay(30);
        isRoom = true;
      },
    },
    {
      name: 'canary',
      script: {
        plan: { jobs: 3, runCount: 22, maxConcurrentJobs: 3, maxFailedRuns: 5, canary: 2 },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 0, failed: 2, failures: [{ reason: 'exit-code', count: 2 }] } }
            : {},
      },
      async during(handle) {
        await untilPaused(handle);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    },
    {
      name: 'cluster-paused',
      script: {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause', cluster },
        clusterStatus: () => ((looks += 1) < 3 ? 'Starting' : 'Started'),
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] } }
            : {},
      },
      async during(handle) {
        await untilPaused(handle);
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    },
    {
      name: 'cluster-told-in-vain',
      script: {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause', cluster },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] } }
            : {},
      },
      async during(handle) {
        await untilPaused(handle);
        while (!(await handle.query(progressQuery)).notes.join().includes('was given back')) {
          await delay(30);
        }
        await handle.signal(clusterNewsSignal, { kind: 'ready', clusterId: 'c1' });
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    },
    {
      name: 'stopped-when-done',
      script: {
        before: async (call) => {
          while (call === 'watchJobs' && !isAskedToStop) await delay(30);
        },
      },
      async during(handle) {
        while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(30);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
        isAskedToStop = true;
      },
    },
    {
      name: 'cluster-lost',
      input: { pace },
      script: {
        plan: { cluster },
        findCluster: () => Promise.resolve({ clusterId: 'c1' }),
        before: async (call) => {
          while (call === 'watchJobs' && !isLost) await delay(30);
        },
      },
      async during(handle) {
        while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(30);
        await environment.client.workflow.getHandle(terminatedCluster).terminate('by a scene');
        isLost = true;
      },
    },
    {
      name: 'cluster-fails',
      script: { plan: { cluster }, clusterStatus: () => 'Error' },
      async during(handle) {
        await untilPaused(handle);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    },
    {
      name: 'cluster-unwanted',
      input: takenUpToStop,
      script: { plan: lost, findCluster: () => Promise.resolve({}) },
    },
    {
      name: 'cluster-for-runs',
      input: { ...ticketFor({ asks: 'start' }), pace },
      script: {
        plan: { ...lost, nextPlanned: 4, done: 20, failed: 2 },
        found: () => ['job-1'],
        statuses: () => ['Completed', 'Executing'],
        retry: () => 0,
      },
    },
    {
      name: 'cancelled-job-answers',
      input: { pace },
      script: {
        plan: { jobs: 1, runCount: 10 },
        statuses: () => (isCollected ? ['Completed', 'Executing'] : ['Executing']),
        stop: () => ({}),
        before: async (call) => {
          while (call === 'watchJobs' && !isCollected) await delay(30);
        },
      },
      async during(handle) {
        const progress = () => handle.query(progressQuery);
        while ((await progress()).runs.submitted === 0) await delay(30);
        const [job] = (await progress()).jobs;
        const { studyId } = await progress();
        const workflow = environment.client.workflow.getHandle(
          jobWorkflowId(studyId, job?.jobNumber ?? 1),
        );
        await workflow.cancel();
        while ((await progress()).notes.length === 0) await delay(30);
        await workflow.signal(lookAgainSignal);
        await delay(500);
        isCollected = true;
      },
    },
    {
      name: 'stopped-amid-submit',
      input: { pace },
      script: {
        submitFails: () => {
          submits += 1;
          return ApplicationFailure.create({ type: 'API_SERVER', message: '503' });
        },
      },
      async during(handle) {
        while (submits === 0) await delay(30);
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    },
  ];
}
