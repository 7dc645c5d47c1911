/** Outputs that are amended while the study is open: the study's counts follow what is read anew. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amendStudyUpdate, progressQuery } from '../../workflows/messages.ts';
import { amendedOutputs, amendedAsStopped } from './amended-outputs.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { asksAmendment } from './tickets.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
const limits = {
  maxConcurrentJobs: 1,
  maxFailedRuns: 30,
  onLimit: 'finish',
  runCount: 20,
} as const;

describe.concurrent('a study whose outputs are amended', { timeout: 120_000 }, () => {
  it('counts what was read anew, and once more when the jobs that were in flight have ended', async () => {
    const { result, calls, notes } = await stage.play({ ...amendedOutputs(), input: { pace } });
    // Job 1 was counted by the old outputs as it ended, job 2 by the new ones.
    expect(calls.filter((call) => call.startsWith('readOutputsAnew'))).toEqual([
      'readOutputsAnew beside 2',
      'readOutputsAnew',
    ]);
    expect(result).toMatchObject({
      state: 'Finished with failures',
      runs: { done: 18, failed: 2 },
    });
    expect(notes.filter((note) => note.startsWith('Read anew'))).toEqual(['Read anew: 20 runs']);
  });

  it('runs again what has failed by the new ones, as its retries say', async () => {
    let collected = 0;
    let isAmended = (): void => undefined;
    const amended = new Promise<void>((resolve) => (isAmended = resolve));
    const { result, calls } = await stage.play({
      name: 'anew-retried',
      input: { pace },
      script: {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, maxFailedRuns: 30 },
        amended: () => ({ ...limits, readsAnew: true }),
        anew: (inFlight) => ({
          counts: {
            ...{ done: inFlight.length === 0 ? 17 : 7, failed: 3 },
            failures: [{ reason: 'output-missing', count: 3 }],
          },
          retryable: 3,
        }),
        retry: (jobNumber) => (jobNumber === 3 ? 3 : 0),
        collect: (jobNumber) =>
          jobNumber === 3
            ? {
                change: {
                  ...{ done: 3, failed: -3 },
                  failures: [{ reason: 'output-missing', count: -3 }],
                },
              }
            : {},
        before: async (name) => {
          if (name !== 'collectJob') return;
          collected += 1;
          if (collected === 2) await amended;
        },
      },
      during: async (handle) => {
        while ((await handle.query(progressQuery)).runs.done < 10)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
        while ((await handle.query(progressQuery)).runs.failed !== 3)
          await new Promise((resolve) => setTimeout(resolve, 20));
        isAmended();
      },
    });
    expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual(['planRetry 3 3']);
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20, failed: 0 } });
  });

  it('reads them at its end where it is stopped before it could', async () => {
    const { result, calls } = await stage.play({ ...amendedAsStopped(), input: { pace } });
    expect(calls).toContain('readOutputsAnew');
    expect(result).toMatchObject({ state: 'Stopped' });
  });
});
