import { beforeEach, expect, it, vi } from 'vitest';
import { readOutcomesAtEnd } from '../../../activities/study/outcomes-lost.ts';
import type { AnalyseStudyInput } from '../../../src/run/activity-contract.ts';
import { jobName, jobTag, layout, noteRestored, searchTag } from '../../../src/store/index.ts';
import { serveJob, target, type ServedJob } from '../jobs/served-job.ts';

vi.setConfig({ testTimeout: 60_000 });

const { studyId } = target;
const name = jobName({ studyId, name: 'beam' }, 1);
const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };

/** A study whose one job has ended with three runs done; the store has its spec, and no more. */
let job: ServedJob;
beforeEach(async () => {
  job = await serveJob(3);
  for (const one of [1, 2, 3]) job.platform.ended.set(one, 0);
  job.platform.history = [{ status: 'Completed' }, { status: 'Executing' }];
  job.platform.jobName = name;
  const tags = { searchTag: searchTag(studyId), jobTag: jobTag(studyId, 1, 1), jobName: name };
  const spec = await job.folder.read(layout.jobSpec(1));
  await job.folder.write(layout.jobSpec(1), { ...spec, ...tags });
  await job.folder.remove(layout.platformJob(1));
  const { studyCache } = job.dependencies;
  const cached = await studyCache.get(studyId);
  const study = { ...cached.study, name: 'beam' };
  const plan = { ...cached.plan, jobs: [{ firstRun: 1, lastRun: 3 }] };
  Object.assign(studyCache, { get: () => Promise.resolve({ ...cached, study, plan }) });
});

const end = (change: Partial<AnalyseStudyInput> = {}) => {
  const input = { studyId, lastJobNumber: 1, nextPlanned: 2, state: 'Finished', done: 3 } as const;
  return readOutcomesAtEnd(job.dependencies, { ...input, ...change }, run);
};

it('a study does not end with fewer runs done than it heard of, as an older copy of its store has them', async () => {
  await expect(end()).rejects.toMatchObject({
    code: 'STORAGE_OLDER',
    message: expect.stringContaining('job 1 of study served: 3 runs were done') as string,
  });
  const nothing = { attempts: [], notes: [] };
  expect(await end({ done: 0 })).toEqual(nothing);
  expect(await end({ withdrawn: [1] })).toEqual(nothing);
  expect(await end({ nextPlanned: 1 })).toEqual(nothing);
});

it('what only an older copy is left of is collected anew, by the name of its job', async () => {
  await noteRestored(job.dependencies.store, new Date());
  const { attempts, notes, left } = await end();
  expect(attempts.flat().map(({ status, values }) => [status, values['y']])).toEqual([
    ['Done', 1],
    ['Done', 2],
    ['Done', 3],
  ]);
  expect(notes).toEqual(['The store is an older copy: job 1 had to be collected anew']);
  expect(left).toBeUndefined();
  expect(await job.folder.find(layout.platformJob(1))).toEqual({ jobId: 'job1' });
  // A repeat, as after a lost answer, asks the platform for nothing more.
  job.platform.isDown = true;
  expect(await end()).toEqual({ attempts, notes: [] });
});

it('what the platform has no more is not told as done, and is left for a retry', async () => {
  await noteRestored(job.dependencies.store, new Date());
  job.platform.jobName = 'another';
  const ended = await end();
  expect(ended.left).toEqual({ done: 0, failed: 0, failures: [] });
  expect(ended.notes.join()).toContain(
    'of 3 runs that were done it has 0: the results of job 1 are missing (the platform has no job of its name)',
  );
  expect(await job.folder.read(layout.outcomes(1))).toEqual([]);
  const again = await end();
  expect(again.left).toEqual(ended.left);
  expect(again.notes.join()).toContain('job 1');
});

it('waits for a platform that does not answer, and keeps nothing meanwhile', async () => {
  await noteRestored(job.dependencies.store, new Date());
  job.platform.isDown = true;
  await expect(end()).rejects.toMatchObject({ retryable: true });
  expect(await job.folder.has(layout.outcomes(1))).toBe(false);
});
