/** What a workflow is told of its study's plan: how many runs it may pay for, where it goes on, and what holds it. */
import { describe, expect, it } from 'vitest';
import type { PlanSummary } from '../../../src/run/plan-summary.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';
import {
  keepOutcomes,
  keepPlatformJob,
  layout,
  writeTicket,
  type DocumentFolder,
} from '../../../src/store/index.ts';
import { beamStudy, keepStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';

/** Plans `beam-1` with these lines of `execution`, after `before` has left something in its store. */
async function plan(
  execution: string,
  before: (folder: DocumentFolder) => Promise<unknown> = () => Promise.resolve(),
): Promise<PlanSummary> {
  const study = `${beamStudy}execution: { ${execution} }\n`;
  const { call, folder, planHash } = await keepStudy(studyId, study, {});
  await before(folder);
  const ticket = await writeTicket(folder, { asks: 'retry', runs: 'failed' }, new Date());
  await call('takeTicket', { studyId, ticket, use: 'start' });
  return call('planStudy', { studyId, studyName: 'beam', planHash, ticket });
}

const outcome = (run: number, jobNumber: number, status: RunOutcome['status']): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber, status, values: {} },
  ...(status === 'Failed' ? { reason: 'exit-code' as const } : {}),
});

/** Leaves a study as its end does. */
const end = (folder: DocumentFolder): Promise<void> =>
  folder.write(layout.status, {
    ...{ studyId, studyName: 'beam', planHash: 'a', state: 'Finished', activity: 'over' },
    ...{ runs: { total: 2, done: 2, failed: 0, submitted: 0 }, jobs: [], failures: [], notes: [] },
  } as unknown as StudyProgress);

describe('the plan of a new study', () => {
  it('says its runs and jobs, its limits, and that it begins at the first', async () => {
    const { notes, ...summary } = await plan('runsPerJob: 1, maxConcurrentJobs: 3, failFast: 2');
    expect(notes).toEqual(expect.any(Array));
    expect(summary).toEqual({
      ...{ runCount: 2, method: 'full-factorial', jobs: 2, files: [], maxConcurrentJobs: 3 },
      ...{ maxFailedRuns: 0, onLimit: 'finish', guards: { failFast: 2 } },
      ...{ nextPlanned: 1, nextJobNumber: 3, done: 0, failed: 0, failures: [] },
    });
  });

  it('has a canary’s runs ahead only where other jobs wait for them', async () => {
    expect(await plan('runsPerJob: 1, canary: 1')).toMatchObject({ canary: 1, jobs: 2 });
    expect(await plan('canary: 2')).not.toHaveProperty('canary');
    expect(await plan('runsPerJob: 1')).not.toHaveProperty('canary');
  });

  it('says what it runs on: a cluster that is there, or one of its own', async () => {
    expect(await plan('runsPerJob: 1')).not.toHaveProperty('cluster');
    expect((await plan('cluster: { id: c77 }')).cluster).toEqual({ kind: 'existing', id: 'c77' });
    const { cluster } = await plan('cluster: { name: beams, slots: 2, walltime: 8 }');
    expect(cluster).toEqual({
      ...{ kind: 'own', name: 'beams' },
      spec: '2 slots x 1 cores of emerald, walltime 8 h, user_included 0',
    });
    expect((await plan('cluster: { name: beams, keepWhilePaused: true }')).cluster).toMatchObject({
      ...{ kind: 'own', keepWhilePaused: true },
    });
  });
});

describe('the plan of a study that was lost', () => {
  it('warns of a cluster that it may have left on, and of none that it never asked for', async () => {
    const made = (folder: DocumentFolder) =>
      folder.write(layout.clusterMade(1), { name: 'beams', at: '2026-03-01T00:00:00Z' });
    const own = 'cluster: { name: beams }';
    expect((await plan(own, made)).cluster).toMatchObject({ left: true });
    expect((await plan(own)).cluster).not.toHaveProperty('left');
    const ended = async (folder: DocumentFolder) => {
      await made(folder);
      await end(folder);
    };
    expect((await plan(own, ended)).cluster).not.toHaveProperty('left');
  });

  it('goes on behind the last planned job that was begun, and takes back those before it that weren’t', async () => {
    const { takenUp, ...summary } = await plan('runsPerJob: 1', async (folder) => {
      await keepPlatformJob(folder, 2, 'j2');
      await keepPlatformJob(folder, 5, 'j5');
    });
    expect(summary).toMatchObject({ nextPlanned: 3, withdrawn: [1], nextJobNumber: 6 });
    expect(takenUp).toEqual({ begun: [2, 5] });
  });

  it('tells jobs that were begun from those of which only the runs were chosen', async () => {
    const runs = [{ run: 1, attempt: 2, spent: {} }];
    const summary = await plan('runsPerJob: 1', async (folder) => {
      await keepPlatformJob(folder, 1, 'j1');
      for (const chosen of [5, 6, 7, 8]) await folder.write(layout.retryChoice(chosen), { runs });
      await keepPlatformJob(folder, 6, 'j6');
      const at = '2026-03-01T00:00:00Z';
      await folder.write(layout.reservation(7), { mostHours: 2, at });
    });
    expect(summary.takenUp).toEqual({ begun: [1, 6, 7], chosen: [5, 8] });
    expect(summary.nextJobNumber).toBe(9);
  });

  it('counts the runs of its jobs that have ended, and of no others', async () => {
    const summary = await plan('runsPerJob: 1', async (folder) => {
      await keepPlatformJob(folder, 1, 'j1');
      await keepOutcomes(folder, 1, [outcome(1, 1, 'Done')]);
      await keepPlatformJob(folder, 2, 'j2');
    });
    expect(summary).toMatchObject({
      ...{ nextPlanned: 3, withdrawn: [], nextJobNumber: 3, done: 1, failed: 0 },
      takenUp: { begun: [2] },
    });
  });

  it('goes on with the newest of its files', async () => {
    const summary = await plan('runsPerJob: 1', async (folder) => {
      await keepPlatformJob(folder, 1, 'j1');
      const { studyFile, files } = await folder.read(layout.snapshot);
      for (const revision of [2, 3]) {
        const record = {
          formatVersion: 1,
          revision,
          createdAt: 'x',
          engineVersion: '0',
          runs: 'failed',
          changes: [],
          studyFile,
          files,
        };
        await folder.write(layout.revision(revision), record as never);
      }
    });
    expect(summary.takenUp).toEqual({ begun: [1], revision: 3 });
  });

  it('is that of a new one where it had begun nothing', async () => {
    const summary = await plan('runsPerJob: 1');
    expect(summary).toMatchObject({ nextPlanned: 1, nextJobNumber: 3 });
    expect(summary).not.toHaveProperty('takenUp');
    expect(summary).not.toHaveProperty('withdrawn');
  });
});

describe('the plan of a study that had ended', () => {
  const ended =
    (checkpoint: object, outcomes: readonly (readonly RunOutcome[])[] = []) =>
    async (folder: DocumentFolder): Promise<void> => {
      await folder.write(layout.checkpoint, checkpoint as never);
      for (const [index, ofJob] of outcomes.entries()) await keepOutcomes(folder, index + 1, ofJob);
      await end(folder);
    };

  it('goes on where it ended, with what was counted then', async () => {
    const jobs = [[outcome(1, 1, 'Done')], [outcome(2, 2, 'Failed')], [outcome(2, 3, 'Failed')]];
    expect(
      await plan('runsPerJob: 1', ended({ jobs: 3, nextPlanned: 3, withdrawn: [] }, jobs)),
    ).toMatchObject({
      ...{ nextPlanned: 3, nextJobNumber: 4, done: 1, failed: 1 },
      failures: [{ reason: 'exit-code', count: 1 }],
    });
  });

  it('of an earlier version, which kept no next job, goes on behind its last planned one', async () => {
    expect(await plan('runsPerJob: 1', ended({ jobs: 1 }))).toMatchObject({
      ...{ nextPlanned: 2, nextJobNumber: 3 },
    });
    expect(await plan('runsPerJob: 1', ended({ jobs: 5 }))).toMatchObject({
      ...{ nextPlanned: 3, nextJobNumber: 6 },
    });
  });

  it('keeps what was taken back', async () => {
    const summary = await plan('runsPerJob: 1', ended({ jobs: 2, nextPlanned: 3, withdrawn: [2] }));
    expect(summary).toMatchObject({ withdrawn: [2] });
    expect(summary).not.toHaveProperty('takenUp');
  });
});
