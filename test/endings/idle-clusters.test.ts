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
import type { LookDependencies } from '../../src/reaper/index.ts';
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

/** Its study wants its cluster while it is paused, too. */
function kept(dependencies: LookDependencies): LookDependencies {
  return {
    ...dependencies,
    hardwareOf: async (id) => {
      const own = await dependencies.hardwareOf(id);
      if (own?.cluster === undefined) return own;
      return { ...own, cluster: { ...own.cluster, keepWhilePaused: true } };
    },
  };
}

/** What is told to end, and what is logged, in a while in which the watch looks many times. */
async function watchFor(what: {
  readonly job: Pretended;
  /** Other jobs of the account, by their ids. */
  readonly others?: Readonly<Record<string, Pretended>>;
  readonly isKept?: true;
  readonly roomMs?: number;
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
    jobs: new Map([['Job1', what.job], ...Object.entries(what.others ?? {})]),
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
    dependencies: what.isKept === true ? kept(dependencies) : dependencies,
    log: { warn: (...words: unknown[]) => said.push(words.map(String).join(' ')) },
    signal: ending.signal,
    everyMs: 1,
    patienceMs: what.patienceMs ?? 5,
    ...(what.roomMs === undefined ? {} : { roomMs: what.roomMs }),
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
  ['their study keeps them while it is paused', { job: ended, isKept: true } as const],
  ['the home takes files', { job: ended, homeFault: () => undefined }],
])('go on where %s', async (_, what) => {
  expect((await watchFor(what)).orders).toEqual([]);
});

it('are ended while jobs run elsewhere: of another study of this store, and of other stores', async () => {
  const plates = { studyId: 'plates-cluster-1', name: 'plates-cluster' };
  await keepStudy(store, plates.studyId);
  await keepPlatformJob(store.study(plates.studyId), 1, 'Job2');
  const stranger = { studyId: 'stranger-1', name: 'stranger' };
  const others = { Job2: { name: jobName(plates, 1) }, Job3: { name: jobName(stranger, 1) } };
  expect((await watchFor({ job: ended, others })).orders).toContain('Cown');
});

it('have their time counted on where a disk takes a little now and then, and anew where there was room', async () => {
  const everyOther = (): (() => typeof full | undefined) => {
    let looks = 0;
    return () => ((looks += 1) % 2 === 0 ? undefined : full);
  };
  const { orders } = await watchFor({ job: ended, homeFault: everyOther() });
  expect(orders).toContain('Cown');
  const cleared = { job: ended, homeFault: everyOther(), patienceMs: 1, roomMs: 0 };
  expect((await watchFor(cleared)).orders).toEqual([]);
});

it('that the platform doesn’t end are told', async () => {
  const { said } = await watchFor({
    job: ended,
    cluster: { refused: new PermissionError('not yours', call) },
  });
  expect(said[0]).toContain('goes on costing: the platform does not end it');
  expect(said[0]).toContain('doeflow api POST clusters/Cown/shutdown');
});
