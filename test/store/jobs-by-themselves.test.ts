/** Which jobs of a study with a cluster of its own are paid for beside that cluster. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  isJobByItself,
  keepJobHours,
  keepPlatformJob,
  layout,
  readJobsByThemselves,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { ClusterSettings, Study } from '../../src/study/study.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const studyWith = (cluster?: ClusterSettings) =>
  ({ execution: cluster === undefined ? {} : { cluster } }) as unknown as Study;
const own = studyWith({ kind: 'own', name: 'beams', slots: 2 });

const send = (jobNumber: number) =>
  folder.write(layout.submitTried(jobNumber), { at: '2026-05-01T12:00:00.000Z' });
const giveCluster = (jobNumber: number) =>
  folder.write(layout.jobCluster(jobNumber), { clusterId: 'c1' });

/** The jobs 1..`last`, asked after one by one. */
async function oneByOne(study: Study, last: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let jobNumber = 1; jobNumber <= last; jobNumber += 1) {
    if (await isJobByItself(folder, study, jobNumber)) found.push(jobNumber);
  }
  return found;
}

it('jobs that were sent, and to no cluster, are paid for by themselves', async () => {
  expect(await readJobsByThemselves(folder, own)).toEqual(new Set());
  for (const jobNumber of [12, 11, 2, 1]) await send(jobNumber);
  for (const jobNumber of [11, 2]) await giveCluster(jobNumber);
  // One that is not sent yet, and a draft.
  await giveCluster(3);
  await keepPlatformJob(folder, 4, 'j4');
  await keepJobHours(folder, 5, 1);
  expect(await readJobsByThemselves(folder, own)).toEqual(new Set([1, 12]));
  expect(await oneByOne(own, 13)).toEqual([1, 12]);
});

it('a job that is sent to a cluster after all is paid for by that', async () => {
  await send(1);
  expect(await oneByOne(own, 1)).toEqual([1]);
  await giveCluster(1);
  expect(await readJobsByThemselves(folder, own)).toEqual(new Set());
  expect(await oneByOne(own, 1)).toEqual([]);
});

it('a study that makes no cluster has none of them', async () => {
  await send(1);
  for (const study of [studyWith(), studyWith({ kind: 'existing', id: 'c9' })]) {
    expect(await readJobsByThemselves(folder, study)).toEqual(new Set());
    expect(await oneByOne(study, 1)).toEqual([]);
  }
});

it('files whose names only look like records of a job tell nothing', async () => {
  await send(1);
  await send(12);
  const names = ['x1-cluster.json', '1-cluster.json.bak', '12-cluster.jsonl'];
  for (const name of [...names, 'a7-submit.json', '8-submit.json.bak', '-submit.json']) {
    await folder.sink({ name: `jobs/${name}` })(['{}']);
  }
  expect(await readJobsByThemselves(folder, own)).toEqual(new Set([1, 12]));
});
