/** Studies that are amended while they run, are paused, or have ended: what they are from then on, and what they send. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  amendStudyUpdate,
  progressQuery,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { searchAttributeKeys } from '../../src/temporal/search-attributes.ts';
import { openStoryStage, type Scene, type StoryStage } from './story-stage.ts';
import { asksAmendment, asksResume, ticketFor } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

type Handle = Parameters<NonNullable<Scene['during']>>[0];

const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
const limits = { maxConcurrentJobs: 2, maxFailedRuns: 3, onLimit: 'finish' } as const;

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

/** Runs of the study as Temporal's list has them, once there are so many. */
async function listedRuns(handle: Handle, runs: number): Promise<void> {
  const isListed = async (): Promise<boolean> =>
    (await handle.describe()).typedSearchAttributes.get(searchAttributeKeys.RunsTotal) === runs;
  while (!(await isListed())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const small = (done: number) => ({ change: { done, failed: 0, failures: [] } });

describe.concurrent('a study that is amended', { timeout: 120_000 }, () => {
  it('runs what is added once, as a further job with the new files, however often it is told', async () => {
    const { result, calls, notes } = await stage.play({
      name: 'amended-running',
      input: { pace },
      script: {
        amended: () => ({ ...limits, runCount: 14, hasAdded: true }),
        retry: (jobNumber, asked) => (asked && jobNumber === 2 ? 4 : 0),
        collect: (jobNumber) => small(jobNumber === 1 ? 10 : 4),
      },
      during: async (handle) => {
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 14, done: 14 } });
    expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual(['planRetry 2 4']);
    expect(calls.filter((call) => call.startsWith('readRevision 2'))).toHaveLength(1);
    expect(calls).toContain('prepareJob 2 of 2');
    expect(notes).toContain('Revision 2');
  });

  it('stays paused, knows of its further runs, and runs them when it is resumed', async () => {
    let amended: StudyProgress | undefined;
    const failed = { done: 6, failed: 4, failures: [{ reason: 'timeout', count: 4 }] } as const;
    const { result, calls } = await stage.play({
      name: 'amended-paused',
      input: { pace },
      script: {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause', maxFailedRuns: 1 },
        amended: () => ({ ...limits, onLimit: 'pause', runCount: 24, hasAdded: true }),
        retry: (_jobNumber, asked) => (asked ? 4 : 0),
        collect: (jobNumber) =>
          jobNumber === 1 ? { change: failed } : small(jobNumber === 2 ? 10 : 4),
      },
      during: async (handle) => {
        await until(handle, ({ state }) => state === 'Paused');
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        amended = await until(handle, ({ runs }) => runs.total === 24);
        await listedRuns(handle, 24);
        expect((await handle.query(progressQuery)).state).toBe('Paused');
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(amended).toMatchObject({ state: 'Paused', runs: { done: 6, submitted: 0 } });
    expect(amended?.activity).toContain('paused');
    expect(result).toMatchObject({ runs: { total: 24, done: 20, failed: 4 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(3);
  });

  it('stands in the list without the runs that are withdrawn, as soon as they are', async () => {
    const { result } = await stage.play({
      name: 'amended-withdrawn',
      input: { pace },
      script: {
        plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1, onLimit: 'pause', maxFailedRuns: 1 },
        amended: () => ({
          ...{ ...limits, onLimit: 'pause', runCount: 30 },
          ...{ withdrawnRuns: 20, emptyJobs: [{ first: 2, last: 3 }] },
        }),
        collect: () => ({
          change: { done: 6, failed: 4, failures: [{ reason: 'timeout', count: 4 }] },
        }),
      },
      during: async (handle) => {
        await until(handle, ({ state }) => state === 'Paused');
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        await listedRuns(handle, 10);
      },
    });
    // What its pause held is withdrawn: it ends by itself.
    expect(result).toMatchObject({ runs: { total: 30, done: 6, failed: 4, withdrawn: 20 } });
  });

  it('that had ended runs what is added, and nothing that was withdrawn before', async () => {
    const { result, calls } = await stage.play({
      name: 'amended-later',
      input: { pace, ...ticketFor({ asks: 'amend', revision: 2 }) },
      script: {
        plan: {
          ...{ jobs: 3, runCount: 34, nextPlanned: 2, nextJobNumber: 4, done: 10 },
          ...{ revision: 2, hasAdded: true, onlyAmended: true },
        },
        retry: (jobNumber) => (jobNumber === 4 ? 4 : 0),
        collect: () => small(4),
      },
    });
    expect(result).toMatchObject({ state: 'Stopped', runs: { total: 34, done: 14 } });
    expect(calls).toContain('uploadStudyFile model.mjs of 2');
    expect(calls.filter((call) => call.startsWith('prepareJob'))).toEqual(['prepareJob 4 of 2']);
  });

  it('leaves out planned jobs of which others have runs, runs what is left of them, and waits for the rest', async () => {
    let amendedNow = (): void => undefined;
    const isAmended = new Promise<void>((resolve) => (amendedNow = resolve));
    const { result, calls } = await stage.play({
      name: 'amended-shared',
      input: { pace },
      script: {
        plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1 },
        amended: () => ({ ...limits, runCount: 30, maxConcurrentJobs: 1 }),
        sharedAnew: () => ({
          ...{ reused: 12, rest: 0, emptyJobs: [{ first: 2, last: 3 }], hasAdded: true, notes: [] },
          awaited: { runs: 2, studies: ['other-1'] },
        }),
        share: () => ({ reused: 14, rest: 0, awaited: { runs: 0, studies: [] }, notes: [] }),
        retry: (jobNumber, asked) => (asked && jobNumber === 4 ? 6 : 0),
        collect: (jobNumber) => small(jobNumber === 1 ? 10 : 6),
        before: async (name) => {
          if (name === 'collectJob') await isAmended;
        },
      },
      during: async (handle) => {
        await until(handle, ({ runs }) => runs.submitted > 0);
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        const progress = await until(handle, ({ runs }) => runs.reused === 12);
        expect(progress.runs).toMatchObject({ total: 30, done: 12 });
        amendedNow();
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 30, done: 30, reused: 14 } });
    expect(calls.filter((call) => call.startsWith('prepareJob'))).toEqual([
      'prepareJob 1',
      'prepareJob 4 of 2',
    ]);
    expect(calls).toContain('readRevision 2 beside 1');
    expect(calls).toContain('awaitSharedRuns 5 of 2');
  });

  it('that had ended waits for what was added, where another study runs it', async () => {
    const plan = { jobs: 3, runCount: 34, nextPlanned: 2, nextJobNumber: 4, done: 10 } as const;
    const awaited = { runs: 4, studies: ['other-1'] };
    const play = (name: string, sharesAdded: { readonly sharesAdded?: true }) =>
      stage.play({
        name,
        input: { pace, ...ticketFor({ asks: 'amend', revision: 2 }) },
        script: {
          plan: { ...plan, revision: 2, onlyAmended: true, awaited, ...sharesAdded },
          share: () => ({ reused: 4, rest: 0, awaited: { runs: 0, studies: [] } }),
        },
      });
    const waited = await play('amended-waits', { sharesAdded: true });
    expect(waited.result).toMatchObject({ state: 'Stopped', runs: { done: 14 } });
    // What was withdrawn with the study before isn't waited for.
    const other = await play('amended-waits-not', {});
    expect(other.result).toMatchObject({ state: 'Stopped', runs: { done: 10 } });
  });

  it('is stopped as any other, and refuses an amendment then', async () => {
    let refusal: unknown;
    const { result } = await stage.play({
      name: 'amended-stopped',
      input: { pace },
      script: { endless: true, amended: () => ({ ...limits, runCount: 14, hasAdded: true }) },
      during: async (handle) => {
        await until(handle, ({ runs }) => runs.submitted > 0);
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
        refusal = await handle
          .executeUpdate(amendStudyUpdate, asksAmendment(3))
          .catch((error: unknown) => error);
      },
    });
    expect(refusal).toMatchObject({ cause: { type: 'STUDY_OVER' } });
    expect(result.state).toMatch(/Stopped|Finished/u);
  });
});
