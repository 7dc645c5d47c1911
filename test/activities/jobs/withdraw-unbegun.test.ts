import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { withdrawUnbegun } from '../../../activities/jobs/withdraw-unbegun.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import {
  keepOutcomes,
  openStore,
  readStudyOutcomes,
  type DocumentFolder,
  type Store,
} from '../../../src/store/index.ts';

let root = '';
let store: Store;
let folder: DocumentFolder;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-withdraw-'));
  store = await openStore(root);
  folder = store.study('beam-1');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function withdraw(retriesOfPlatform = 1): ReturnType<typeof withdrawUnbegun> {
  const retries = { platform: retriesOfPlatform, timeout: 0, solver: 0, output: 0 };
  const dependencies = {
    store,
    studyCache: {
      get: () => Promise.resolve({ study: { execution: { retries } }, plan: { runCount: 4 } }),
    },
  } as unknown as ActivityDependencies;
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  return withdrawUnbegun(dependencies, { studyId: 'beam-1' }, run);
}

const failed = (run: number, reason: RunOutcome['reason'], further = {}): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Failed', reason, values: {} },
  ...further,
});
const done = (run: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {} },
});
const attemptsLeft = async (): Promise<readonly string[]> =>
  (await readStudyOutcomes(folder, 9))
    .flat()
    .map(({ run, attempt, reason }) => `${run}.${attempt} ${reason ?? 'done'}`);

describe('the runs that a stopped study never began', () => {
  it('lose their outcome, and all else keeps its own', async () => {
    await keepOutcomes(folder, 1, [
      ...[done(1), failed(2, 'not-started'), failed(3, 'exit-code'), failed(4, 'cut')],
    ]);
    const left = {
      ...{ done: 1, failed: 2 },
      failures: [
        { reason: 'exit-code', count: 1 },
        { reason: 'cut', count: 1 },
      ],
    };
    expect([await withdraw(), await withdraw()]).toEqual([{ left }, { left }]);
    expect(await attemptsLeft()).toEqual(['1.1 done', '3.1 exit-code', '4.1 cut']);
  });

  it('come back to what their attempt before was', async () => {
    await keepOutcomes(folder, 1, [failed(1, 'exit-code')]);
    await keepOutcomes(folder, 2, [failed(1, 'not-started', { attempt: 2, jobNumber: 2 })]);
    expect(await withdraw()).toEqual({
      left: { done: 0, failed: 1, failures: [{ reason: 'exit-code', count: 1 }] },
    });
    expect(await attemptsLeft()).toEqual(['1.1 exit-code']);
  });

  it('never were, however many clusters were lost before they could begin', async () => {
    const lost = { lostWithCluster: true } as const;
    await keepOutcomes(folder, 1, [failed(1, 'cut', lost), failed(2, 'not-started', lost)]);
    for (const jobNumber of [2, 3]) {
      await keepOutcomes(
        folder,
        jobNumber,
        [1, 2].map((run) => failed(run, 'not-started', { ...lost, attempt: jobNumber, jobNumber })),
      );
    }
    const left = { done: 0, failed: 1, failures: [{ reason: 'cut', count: 1 }] };
    expect([await withdraw(), await withdraw()]).toEqual([{ left }, { left }]);
    expect(await attemptsLeft()).toEqual(['1.1 cut']);
  });

  it('stay failed where their retries were used up: the platform never started them', async () => {
    await keepOutcomes(folder, 1, [failed(1, 'cut'), failed(2, 'not-started')]);
    await keepOutcomes(folder, 2, [failed(1, 'not-started', { attempt: 2, jobNumber: 2 })]);
    expect((await withdraw()).left).toMatchObject({ failed: 1 });
    expect(await attemptsLeft()).toEqual(['1.1 cut', '1.2 not-started']);
    expect((await withdraw(0)).left).toMatchObject({ failed: 1 });
  });
});
