import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { findJob } from '../../../activities/jobs/find-job.ts';
import { listJobs } from '../../../activities/study/list-jobs.ts';
import { keepPlatformJob, layout, type Store } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyId = 'beam-1';
const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
let store: Store;
let clean = (): void => undefined;
beforeEach(async () => {
  store = await temporaryStore((remove) => (clean = remove));
  await store.study(studyId).write(layout.jobSpec(1), {
    ...{ jobNumber: 1, jobName: 'beam 1', searchTag: 'tag', jobTag: 'tag-1', attemptKey: 'key' },
    ...{ expectedRuns: 1, runs: { first: 1, last: 1 }, files: [] },
    inputsTemplate: { name: 'inputs.in', sha256: 'f'.repeat(64) },
  });
  return () => clean();
});

/** Finds job 1 on a platform that has these jobs of its name. */
function find(...ids: readonly string[]) {
  const asked: unknown[] = [];
  const findByExactName = (tag: string, name: string, options: { signal?: AbortSignal }) => {
    asked.push([tag, name, options.signal === run.signal]);
    return Promise.resolve(ids.map((id) => ({ id })));
  };
  const dependencies = { store, platform: { jobs: { findByExactName } } };
  return findJob(
    dependencies as unknown as ActivityDependencies,
    { studyId, jobNumber: 1 },
    run,
  ).then(({ jobIds }) => ({ jobIds, asked }));
}

describe('the platform’s jobs of one name', () => {
  it('are asked for by the tag of this very job and its name', async () => {
    expect(await find('a', 'b')).toEqual({
      jobIds: ['a', 'b'],
      asked: [['tag-1', 'beam 1', true]],
    });
  });

  it('begin with the one that the store keeps, as it alone may have been submitted', async () => {
    await keepPlatformJob(store.study(studyId), 1, 'kept');
    expect((await find('a', 'kept', 'b')).jobIds).toEqual(['kept', 'a', 'b']);
    expect((await find()).jobIds).toEqual(['kept']);
  });

  it('are none where nobody made one', async () => {
    expect((await find()).jobIds).toEqual([]);
  });
});

it('the jobs of a study are listed page by page, as far as it had come', async () => {
  const folder = store.study(studyId);
  for (const number of [1, 2, 3, 4]) await keepPlatformJob(folder, number, `job ${number}`);
  await folder.write(layout.checkpoint, { jobs: 3, nextPlanned: 4 });
  const page = async (from: number, count: number) => {
    const dependencies = { store } as unknown as ActivityDependencies;
    return (await listJobs(dependencies, { studyId, from, count }, run)).jobIds;
  };
  expect(await page(0, 2)).toEqual(['job 1', 'job 2']);
  expect(await page(2, 2)).toEqual(['job 3']);
  expect(await page(3, 2)).toEqual([]);
});
