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

  it('and are brought back come before those that were added, in order, and none twice', async () => {
    await amend(1, { withdraws: [12, 2, 11, 9] });
    await amend(2, { bringsBack: [12, 11, 9, 2] });
    const withdrawn = await readWithdrawnRuns(folder);
    expect(withdrawn.now.size).toBe(0);
    expect(runsBesideJobs(10, 12, withdrawn)).toEqual([2, 9, 11, 12]);
    expect(runsBesideJobs(12, 12, withdrawn)).toEqual([2, 9, 11, 12]);
  });

  it('are none before an amendment says so, and those of the revision that is asked for', async () => {
    await amend(1, {});
    await amend(2, { withdraws: [1] });
    // Files that failed runs were mended with withdraw nothing.
    await folder.create(layout.revision(4), {
      ...{ formatVersion: 1, revision: 4, ...files, createdAt: '', engineVersion: '1' },
      ...{ runs: 'failed', changes: [] },
    });
    await amend(4, { withdraws: [2] });
    expect(runsBesideJobs(3, 3, await readWithdrawnRuns(folder, 2))).toEqual([]);
    const third = await readWithdrawnRuns(folder, 3);
    expect([[...third.now], [...third.ever]]).toEqual([[[1, 3]], [1]]);
    expect([...(await readWithdrawnRuns(folder)).ever]).toEqual([1, 2]);
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

  it('are those of its spec before those of its choice and of the plan, whatever its number', async () => {
    const made = { usesCaseFile: false, expectedRuns: 1, firstRun: 1, lastRun: 1, jobNumber: 1 };
    const plan = { jobs: Array.from({ length: 12 }, () => made) };
    const runs = [{ run: 8, attempt: 2, spent: {} }];
    await folder.write(layout.retryChoice(12), { runs });
    await folder.write(layout.jobSpec(12), {
      ...{ jobNumber: 12, jobName: '', searchTag: '', jobTag: '', attemptKey: '' },
      ...{ expectedRuns: 1, files: [], inputsTemplate: { name: '', sha256: '' } },
      runs: { first: 9, last: 10 },
    });
    // Neither planned nor chosen, and no record of a job.
    await folder.write(layout.reservation(13), { mostHours: 1, at: '' });
    await folder.sink({ name: 'jobs/notes-3.json' })(['{}']);
    expect([...(await readRunsWithJob(folder, plan))]).toEqual([
      [9, 12],
      [10, 12],
    ]);
  });
});
