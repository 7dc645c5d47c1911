import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAmendment,
  keepOutcomes,
  layout,
  readRunsWithJob,
  readWithdrawnRuns,
  runsBesideJobs,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  folder = (await temporaryStore((remove) => (clean = remove))).study('beam-1');
  return () => clean();
});

async function amend(before: number, amendment: object): Promise<void> {
  const facts = { createdAt: '2026-05-01T12:00:00.000Z', engineVersion: '1', runs: [] };
  await createAmendment(
    folder,
    { revision: before, ...files },
    { ...files, ...facts, amendment: { by: 'ann', changes: [], ...amendment } },
  );
}

describe('runs that amendments withdraw', () => {
  it('are those of the last word on each, with its revision; what ever was one is in no planned job', async () => {
    await amend(1, { withdraws: [3, 4, 5] });
    await amend(2, { bringsBack: [4, 5], withdraws: [9] });
    await amend(3, { withdraws: [5] });
    const withdrawn = await readWithdrawnRuns(folder);
    expect([...withdrawn.now]).toEqual([
      [3, 2],
      [9, 3],
      [5, 4],
    ]);
    expect(runsBesideJobs(6, 10, withdrawn)).toEqual([4, 7, 8, 10]);
    expect([...(await readWithdrawnRuns(folder, 2)).now.keys()]).toEqual([3, 4, 5]);
  });
});

describe('runs of which a job was made', () => {
  it('are those of each record of a job that has not ended', async () => {
    const job = (jobNumber: number, firstRun: number) => ({
      ...{ jobNumber, firstRun, lastRun: firstRun + 1, usesCaseFile: false, expectedRuns: 2 },
    });
    const plan = { jobs: [job(1, 1), job(2, 3), job(3, 5)] };
    await folder.write(layout.reservation(1), { mostHours: 1, at: '2026-05-01T12:00:00.000Z' });
    await folder.write(layout.reservation(2), { mostHours: 1, at: '2026-05-01T12:00:00.000Z' });
    await keepOutcomes(folder, 2, []);
    await folder.write(layout.retryChoice(4), { runs: [{ run: 7, attempt: 1, spent: {} }] });
    expect([...(await readRunsWithJob(folder, plan))]).toEqual([
      [1, 1],
      [2, 1],
      [7, 4],
    ]);
  });
});
