/** Whoever sends a message can name any job or cluster of the account: only a study's own are touched. */
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import {
  requireMadeCluster,
  requireOwnJob,
  requireStudyJob,
  requireWantedCluster,
} from '../../activities/own-records.ts';
import { keepMadeCluster, keepPlatformJob, type Store } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const studyId = 'beam-1';
let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

const refusal = (what: string, why: string): object => ({
  ...{ type: 'NOT_OURS', nonRetryable: true },
  message: `Nothing was done with ${what} on the platform, as ${why}`,
});

it('a job is a study’s own under the number that its records give it', async () => {
  const folder = store.study(studyId);
  const own = { studyId, jobNumber: 1, jobId: 'J1' };
  await expect(requireOwnJob(folder, own)).rejects.toMatchObject(
    refusal('job J1', 'job 1 of study beam-1 has none in its records'),
  );
  await keepPlatformJob(folder, 1, 'J1');
  await requireOwnJob(folder, own);
  await expect(requireOwnJob(folder, { ...own, jobId: 'J2' })).rejects.toMatchObject(
    refusal('job J2', 'job 1 of study beam-1 has job J1 in its records'),
  );
});

it('a job is a study’s own whatever its number, also one that came since the last look', async () => {
  const check = (jobId: string, of = studyId) => requireStudyJob({ store }, { studyId: of, jobId });
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
