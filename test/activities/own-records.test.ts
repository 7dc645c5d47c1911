/** Whoever sends a message can name any job or cluster of the account: only a study's own are touched. */
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import {
  requireMadeCluster,
  requireOwnJob,
  requireStudyJob,
  requireWantedCluster,
} from '../../activities/own-records.ts';
import { NotFoundError } from '../../src/platform-api/index.ts';
import {
  jobName,
  jobTag,
  keepMadeCluster,
  keepPlatformJob,
  layout,
  noteRestored,
  searchTag,
  type Store,
} from '../../src/store/index.ts';
import { readPreparedSpec } from '../../activities/prepared-spec.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const studyId = 'beam-1';
let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

/** The platform has jobs of these ids and names. */
function sources(names: Readonly<Record<string, string>> = {}): ActivityDependencies {
  const get = (id: string): Promise<object> => {
    const name = names[id];
    const request = { method: 'GET', path: `/api/v2/jobs/${id}/` };
    if (name === undefined) return Promise.reject(new NotFoundError('Not found.', request));
    return Promise.resolve({ id, name, jobanalyses: [] });
  };
  return { store, platform: { jobs: { get } } } as unknown as ActivityDependencies;
}

const refusal = (what: string, why: string): object => ({
  ...{ type: 'NOT_OURS', nonRetryable: true },
  message: `Nothing was done with ${what} on the platform, as ${why}`,
});

it('a job is a study’s own under the number that its records give it', async () => {
  const folder = store.study(studyId);
  const own = { studyId, jobNumber: 1, jobId: 'J1' };
  await expect(requireOwnJob(sources(), own)).rejects.toMatchObject(
    refusal('job J1', 'job 1 of study beam-1 has none in its records'),
  );
  await keepPlatformJob(folder, 1, 'J1');
  await requireOwnJob(sources(), own);
  await expect(requireOwnJob(sources(), { ...own, jobId: 'J2' })).rejects.toMatchObject(
    refusal('job J2', 'job 1 of study beam-1 has job J1 in its records'),
  );
});

it('a job is a study’s own whatever its number, also one that came since the last look', async () => {
  const check = (jobId: string, of = studyId) => requireStudyJob(sources(), { studyId: of, jobId });
  await keepPlatformJob(store.study(studyId), 1, 'J1');
  await check('J1');
  await expect(check('J2')).rejects.toMatchObject(
    refusal('job J2', 'study beam-1 has no such job'),
  );
  await keepPlatformJob(store.study(studyId), 2, 'J2');
  await check('J2');
  await check('J1');
  await expect(check('J1', 'beam-2')).rejects.toMatchObject({ type: 'NOT_OURS' });
});

it('a cluster is a study’s own that was made for it', async () => {
  const made = (of: string) => requireMadeCluster({ store }, { studyId: of, clusterId: 'c1' });
  await expect(made(studyId)).rejects.toMatchObject(
    refusal('cluster c1', 'it was not made for study beam-1'),
  );
  await keepMadeCluster(store, 'c1', { studyId, name: 'beams' });
  await made(studyId);
  await expect(made('beam-2')).rejects.toMatchObject({ type: 'NOT_OURS' });
});

it('a study runs on the cluster that its plan names, or on one that was made under the name that it wants', async () => {
  await keepMadeCluster(store, 'c1', { studyId: 'other-1', name: 'beams' });
  const wants = (cluster: object | undefined, clusterId: string): Promise<void> => {
    const get = () => Promise.resolve({ study: { execution: { cluster } } });
    const dependencies = { store, studyCache: { get } } as unknown as ActivityDependencies;
    return requireWantedCluster(dependencies, { studyId, clusterId });
  };
  await wants({ kind: 'existing', id: 'c7' }, 'c7');
  await wants({ kind: 'own', name: 'beams' }, 'c1');
  const others: readonly (readonly [object | undefined, string])[] = [
    [undefined, 'c1'],
    [{ kind: 'existing', id: 'c7' }, 'c1'],
    [{ kind: 'own', name: 'girders' }, 'c1'],
    [{ kind: 'own', name: 'beams' }, 'c2'],
    // What is named isn't taken for what is made.
    [{ kind: 'existing', id: 'c7', name: 'beams' }, 'c1'],
    [{ kind: 'own', name: 'girders', id: 'c7' }, 'c7'],
  ];
  for (const [cluster, id] of others) {
    await expect(wants(cluster, id)).rejects.toMatchObject(
      refusal(`cluster ${id}`, "study beam-1 doesn't run on it"),
    );
  }
});

it('a job that has the study’s name, and no record, is lost by a store that is an older copy: nothing is judged until the record is back', async () => {
  const own = { studyId, jobNumber: 2, jobId: 'J2' };
  const platform = sources({
    J2: jobName({ studyId, name: 'beam' }, 2),
    J3: jobName({ studyId: 'beam-2', name: 'beam' }, 2),
  });
  const older = { code: 'STORAGE_OLDER', message: expect.stringContaining('job 2') as string };
  await expect(requireOwnJob(platform, own)).rejects.toMatchObject(older);
  await expect(requireOwnJob(platform, { ...own, jobId: 'J3' })).rejects.toMatchObject({
    type: 'NOT_OURS',
  });
  await expect(readPreparedSpec(store, own)).rejects.toMatchObject(older);
  // To stop what costs money its name is enough.
  await requireStudyJob(platform, { studyId, jobId: 'J2' });

  await keepPlatformJob(store.study(studyId), 2, 'J2');
  await requireOwnJob(platform, own);
});

it('a restored store takes in the record of a job that was made after its back-up, and has it prepared anew where it lost that, too', async () => {
  const own = { studyId, jobNumber: 2, jobId: 'J2' };
  const platform = sources({ J2: jobName({ studyId, name: 'beam' }, 2) });
  await noteRestored(store, new Date());
  // Not retried: a job whose workflow fails is taken over.
  const missing = { code: 'RESULT_STORE' };
  await expect(readPreparedSpec(store, own)).rejects.toMatchObject(missing);
  await expect(requireOwnJob(platform, own)).rejects.toMatchObject(missing);
  await store.study(studyId).write(layout.jobSpec(2), {
    ...{ jobNumber: 2, jobName: jobName({ studyId, name: 'beam' }, 2), expectedRuns: 1 },
    ...{ searchTag: searchTag(studyId), jobTag: jobTag(studyId, 2, 1), attemptKey: 'key' },
    ...{ runs: { first: 1, last: 1 }, files: [] },
    inputsTemplate: { name: 'inputs.in', sha256: '0'.repeat(64) },
  });
  await requireOwnJob(platform, own);
  expect(await store.study(studyId).find(layout.platformJob(2))).toEqual({ jobId: 'J2' });
});
