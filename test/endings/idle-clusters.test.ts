/** Clusters that idle while no workflow can take a step. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { PermissionError } from '../../src/platform-api/index.ts';
import {
  clusterName,
  jobName,
  keepMadeCluster,
  keepPlatformJob,
  openStore,
  type Store,
} from '../../src/store/index.ts';
import { keepIdleEnded } from '../../worker/keep-idle-ended.ts';
import { keepStudy, nameOf, pretendAccount, type Pretended } from './pretended-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-idle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let store: Store;
let stores = 0;
const studyId = 'beams-cluster-1';
beforeEach(async () => {
  store = await openStore(join(folder, String((stores += 1))));
  await keepStudy(store, studyId);
  await keepMadeCluster(store, 'Cown', { studyId, name: nameOf(studyId) });
  await keepPlatformJob(store.study(studyId), 1, 'Job1');
});

const call = { method: 'GET', path: '/', status: 403 } as const;
const full = { message: 'the disk is full' };
const named: Pretended = { name: jobName({ studyId, name: nameOf(studyId) }, 1) };
const ended: Pretended = { ...named, history: ['Completed', 'Executing'] };

/** What is told to end, and what is logged, in a while in which the watch looks many times. */
async function watchFor(what: {
  readonly job: Pretended;
  readonly cluster?: Partial<Pretended>;
  readonly patienceMs?: number;
  readonly homeFault?: () => typeof full | undefined;
}): Promise<{ readonly orders: readonly string[]; readonly said: readonly string[] }> {
  const cluster = { name: clusterName(studyId, nameOf(studyId)), ...what.cluster };
  const { dependencies, orders } = pretendAccount(store, {
    clusters: new Map([
      ['Cown', cluster],
      ['Cother', { name: 'somebody else’s' }],
    ]),
    jobs: new Map([['Job1', what.job]]),
    workflows: new Map(),
  });
  const said: string[] = [];
  const ending = new AbortController();
  let looks = 0;
  await keepIdleEnded({
    homeFault: () => {
      if ((looks += 1) > 20) ending.abort();
      return what.homeFault === undefined ? full : what.homeFault();
    },
    dependencies,
    log: { warn: (...words: unknown[]) => said.push(words.map(String).join(' ')) },
    signal: ending.signal,
    everyMs: 1,
    patienceMs: what.patienceMs ?? 5,
  });
  return { orders, said };
}

it('are ended where nothing runs on them any more, and no others', async () => {
  const { orders, said } = await watchFor({
    job: ended,
    cluster: { endedHistory: ['Stopped', 'Started'] },
  });
  expect(orders).toEqual(['Cown']);
  expect(said).toEqual([
    'Cluster Cown of study beams-cluster-1, on which nothing runs while the disk is full, was told to end; its study asks for another one where it needs it',
  ]);
});

it.each([
  ['a job of the study is under way', { job: named }],
  [
    'the platform doesn’t tell of a job',
    { job: { ...named, hidden: new PermissionError('refused', call) } },
  ],
  ['they have idled for a moment only', { job: ended, patienceMs: 60_000 }],
  ['the home takes files', { job: ended, homeFault: () => undefined }],
])('go on where %s', async (_, what) => {
  expect((await watchFor(what)).orders).toEqual([]);
});

it('have their time counted anew after each moment in which there was room', async () => {
  let looks = 0;
  const homeFault = (): typeof full | undefined => ((looks += 1) % 2 === 0 ? undefined : full);
  expect((await watchFor({ job: ended, homeFault, patienceMs: 1 })).orders).toEqual([]);
});

it('that the platform doesn’t end are told', async () => {
  const { said } = await watchFor({
    job: ended,
    cluster: { refused: new PermissionError('not yours', call) },
  });
  expect(said[0]).toContain('goes on costing: the platform does not end it');
  expect(said[0]).toContain('doeflow api POST clusters/Cown/shutdown');
});
