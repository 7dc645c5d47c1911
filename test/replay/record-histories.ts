/**
 * Records the histories that `replay.test.ts` replays, from a real Temporal server; run by `npm run record-histories`. Replaces the
 * histories of this version: only while the version isn't released. One of the three kinds alone: `npm run record-histories -- -t recurring`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, it } from 'vitest';
import {
  progressQuery,
  resumeStudyUpdate,
  retryStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import { pausedInVain } from '../workflows/empty-pauses.ts';
import { loseFourTimes } from '../workflows/given-up.ts';
import { playLeftOfName } from '../workflows/left-of-name.ts';
import { neverStarted, stoppedBeforeItsRetry } from '../workflows/never-started.ts';
import { cutShort } from '../workflows/scripted-activities.ts';
import { pausedSharing } from '../workflows/paused-sharing.ts';
import { amendedCluster } from '../workflows/amended-cluster.ts';
import { stoppedTakeOver } from '../workflows/stopped-take-over.ts';
import { refusedAgain } from '../workflows/refused-again.ts';
import { takenBack } from '../workflows/taken-back.ts';
import { openStoryStage, type Scene, type StoryStage } from '../workflows/story-stage.ts';
import { asksResume, asksRetry, ticketFor } from '../workflows/tickets.ts';
import { bothSilent, playClusters, terminatedCluster } from './cluster-scenes.ts';
import { playArchives } from './archive-scenes.ts';
import { playAmendments } from './amend-scenes.ts';
import { playBudgets } from './budget-scenes.ts';
import { playRecurrences } from './recurrence-scenes.ts';

const folder = new URL('./histories/v0.1/', import.meta.url);

/** One study per turn that the story can take; the name of each begins the names of its files. */
const scenes: readonly Scene[] = [
  { name: 'finished', script: {} },
  {
    name: 'failing-runs',
    script: {
      collect: (jobNumber) =>
        jobNumber === 1
          ? {
              change: { done: 7, failed: 3, failures: [{ reason: 'cut', count: 3 }] },
              retryable: 3,
            }
          : { change: { done: 2, failed: -2, failures: [{ reason: 'cut', count: -2 }] } },
      retry: (jobNumber) => (jobNumber === 2 ? 3 : 0),
    },
  },
  {
    name: 'lost-answers',
    script: {
      createFails: (call) => (call === 1 ? lostAnswer() : undefined),
      submitFails: (call) => (call === 1 ? lostAnswer() : undefined),
    },
  },
  {
    name: 'stopped',
    script: { endless: true, plan: { jobs: 2, runCount: 20 } },
    async during(handle) {
      await until(async () => (await handle.query(progressQuery)).runs.submitted === 20);
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'force' }] });
    },
  },
  { name: 'stopped-unbegun', script: neverStarted, during: stoppedBeforeItsRetry },
  {
    name: 'given-up',
    script: cutShort,
    during: (handle) =>
      loseFourTimes({
        studyId: 'given-up',
        look: () => handle.query(progressQuery),
        terminate: async (id) => void (await handle.client.getHandle(id).terminate('by a scene')),
      }),
  },
  { name: 'on-cluster', script: { plan: { cluster: { kind: 'own', name: 'beams' } } } },
  {
    name: 'paused-and-resumed',
    script: {
      plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
      collect: (jobNumber) =>
        jobNumber === 1
          ? { change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] } }
          : {},
    },
    async during(handle) {
      await until(async () => (await handle.query(progressQuery)).state === 'Paused');
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  },
  {
    name: 'mended-files',
    script: {
      plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
      collect: (jobNumber) => {
        if (jobNumber === 2) return {};
        const [done, failed] = jobNumber === 1 ? [6, 4] : [4, -4];
        return { change: { done, failed, failures: [{ reason: 'timeout', count: failed }] } };
      },
      retry: (_jobNumber, requested) => (requested ? 4 : 0),
    },
    async during(handle) {
      await until(async () => (await handle.query(progressQuery)).state === 'Paused');
      // Asked for twice, run once.
      for (let asked = 0; asked < 2; asked += 1) {
        await handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed', revision: 2 }));
      }
    },
  },
  {
    name: 'ticketed-retry',
    // A study that had ended is started again for its failed runs.
    input: ticketFor({ asks: 'retry', runs: 'failed', revision: 2 }),
    script: {
      plan: { done: 6, failed: 4, nextPlanned: 2, failures: [{ reason: 'timeout', count: 4 }] },
      collect: () => ({
        change: { done: 4, failed: -4, failures: [{ reason: 'timeout', count: -4 }] },
      }),
      retry: (_jobNumber, requested) => (requested ? 4 : 0),
    },
  },
  {
    name: 'shared-runs',
    // Another study runs five of its runs: it ends three of them, and the other two become a further job.
    script: {
      plan: { runCount: 15, awaited: { runs: 5, studies: ['other-1'] } },
      share: (jobNumber) => ({
        ...{ reused: 3, rest: jobNumber === 2 ? 2 : 0 },
        awaited: { runs: 0, studies: [] },
      }),
      collect: (jobNumber) =>
        jobNumber === 1 ? {} : { change: { done: 2, failed: 0, failures: [] } },
    },
  },
  {
    name: 'refused-job',
    script: {
      createFails: () => ApplicationFailure.nonRetryable('name: too long', 'API_INVALID_REQUEST'),
    },
  },
];

it('records studies and archives', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    for (const scene of scenes) await stage.play(scene);
    await playClusters(stage);
    await playArchives(stage);
  };
  const isOwn = (name: string): boolean =>
    ![
      ...[isOfRecurrence, isOfBudget, isOfAmendment, isOfPause, isOfLeft, isOfSilence],
      ...[isOfLook, isOfNothing, isOfRefusal, isOfHardware, isOfWindow, isOfWait],
    ].some((is) => is(name));
  expect(await record(play, isOwn)).toBeGreaterThan(2 * scenes.length);
});

it('records budgets', { timeout: 300_000 }, async () => {
  expect(await record(playBudgets, isOfBudget)).toBeGreaterThan(6);
});

it('records pauses', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(takenBack('taken-back'));
    await stage.play(takenBack('taken-back-retry', true));
  };
  expect(await record(play, isOfPause)).toBeGreaterThan(2);
});

it('records looks again', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(pausedSharing('paused-sharing'));
  };
  expect(await record(play, isOfLook)).toBeGreaterThan(1);
});

it('records refused clusters', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(refusedAgain('refused-again'));
  };
  expect(await record(play, isOfRefusal)).toBeGreaterThan(3);
});

it('records stopped waits', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(stoppedTakeOver('stopped-waiting'));
  };
  expect(await record(play, isOfWait)).toBe(6);
});

it('records amendments', { timeout: 300_000 }, async () => {
  expect(await record(playAmendments, isOfAmendment)).toBeGreaterThan(5);
});

it('records other hardware', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(amendedCluster('other-hardware'));
  };
  expect(await record(play, isOfHardware)).toBeGreaterThan(2);
});

it('records clusters that are left', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await playLeftOfName(stage, 'left-of-name', []);
  };
  expect(await record(play, isOfLeft)).toBe(1);
});

it('records silences', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(bothSilent());
  };
  expect(await record(play, isOfSilence)).toBe(3);
});

it('records pauses that hold nothing', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play(pausedInVain('held-nothing'));
  };
  expect(await record(play, isOfNothing)).toBe(3);
});

it('records wide windows', { timeout: 300_000 }, async () => {
  const play = async (stage: StoryStage): Promise<void> => {
    await stage.play({
      name: 'wide-window',
      script: { plan: { jobs: 8, runCount: 80, maxConcurrentJobs: 8 } },
    });
  };
  const early = ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=60'];
  expect(await record(play, isOfWindow, early)).toBeGreaterThan(8);
});

it('records recurring studies', { timeout: 300_000 }, async () => {
  expect(await record(playRecurrences, isOfRecurrence)).toBeGreaterThan(10);
});

function isOfHardware(name: string): boolean {
  return /(?:^|-)other-hardware/u.test(name);
}

function isOfBudget(name: string): boolean {
  return /(?:^|-)(?:budget-|limited-budget)/u.test(name);
}

function isOfPause(name: string): boolean {
  return name.includes('taken-back');
}

function isOfNothing(name: string): boolean {
  return name.includes('held-nothing');
}

function isOfLook(name: string): boolean {
  return name.includes('paused-sharing');
}

function isOfRefusal(name: string): boolean {
  return name.includes('refused-again');
}

function isOfWait(name: string): boolean {
  return name.includes('stopped-waiting');
}

function isOfLeft(name: string): boolean {
  return name.includes('left-of-name');
}

function isOfSilence(name: string): boolean {
  return name.includes('both-silent');
}

function isOfAmendment(name: string): boolean {
  return name.includes('amended-');
}

function isOfWindow(name: string): boolean {
  return name.includes('wide-window');
}

function isOfRecurrence(name: string): boolean {
  return /(?:^|-)again-(?!\d)/u.test(name);
}

/** Puts a history of every workflow that `play` starts in the place of those whose names belong to it. @returns how many */
async function record(
  play: (stage: StoryStage) => Promise<void>,
  belongs: (name: string) => boolean,
  serverArgs: readonly string[] = [],
): Promise<number> {
  const stage = await openStoryStage(serverArgs);
  try {
    await play(stage);
    const { client } = stage.environment;
    await until(async () => (await countOf(client, "ExecutionStatus = 'Running'")) === 0);
    const histories = new Map<string, string>();
    for await (const { workflowId, runId, status } of client.workflow.list()) {
      // A batch that is lost fails, and its pass goes on; a cluster's workflow that a scene terminates has a further one.
      const mayEndBadly =
        workflowId.endsWith('-batch-1') ||
        workflowId === terminatedCluster ||
        /^(?:given-up|stopped-waiting)-job/u.test(workflowId);
      if (!mayEndBadly)
        expect(['COMPLETED', 'CONTINUED_AS_NEW'], workflowId).toContain(status.name);
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      // Newest first: an id may have had an execution before.
      const name = histories.has(workflowId) ? `${workflowId}-before` : workflowId;
      expect(belongs(name), name).toBe(true);
      histories.set(name, withoutMachine(historyToJSON(history)));
    }
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (belongs(name)) rmSync(new URL(name, folder));
    }
    for (const [name, json] of histories) writeFileSync(new URL(`${name}.json`, folder), json);
    return histories.size;
  } finally {
    await stage.close();
  }
}

function lostAnswer(): Error {
  return ApplicationFailure.create({ type: 'API_CONNECTION', message: 'connection lost' });
}

async function countOf(client: Client, query: string): Promise<number> {
  return (await client.workflow.count(query)).count;
}

/** Returns when `condition` holds; the recording's own timeout bounds it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50);
}

/** One line of JSON without what tells of the machine it was recorded on: identities, names of sticky queues, paths in stack traces. */
function withoutMachine(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, value: unknown) => {
    if (key === 'identity' || key === 'stackTrace') return undefined;
    if (key === 'taskQueue' && isSticky(value)) return { ...value, name: 'sticky' };
    return value;
  });
}

function isSticky(queue: unknown): queue is { readonly kind: string } {
  return (
    typeof queue === 'object' &&
    queue !== null &&
    'kind' in queue &&
    queue.kind === 'TASK_QUEUE_KIND_STICKY'
  );
}
