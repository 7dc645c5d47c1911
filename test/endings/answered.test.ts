/** What goes on although an open workflow answers for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeReaping } from '../../src/cli/studies/describe-reaping.ts';
import { reap, type AnsweredLook } from '../../src/reaper/index.ts';
import {
  clusterName,
  keepAskedToEnd,
  keepMadeCluster,
  keepPlatformJob,
  openStore,
  readLeftOn,
  type Store,
} from '../../src/store/index.ts';
import {
  keepStudy,
  nameOf,
  now,
  pretendAccount,
  workflowOf,
  type Account,
} from './pretended-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-answered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let store: Store;
let stores = 0;
beforeEach(async () => {
  store = await openStore(join(folder, String((stores += 1))));
});

const asked = { isDryRun: false, isAsked: true, takesLost: true };
const studyId = 'beams-cluster-1';

/** Studies of these ids and the state of each, the first with a cluster and a job on the platform. */
async function account(
  studies: readonly (readonly [id: string, status: string])[],
  held: string | null | undefined,
  answered: Partial<AnsweredLook>,
) {
  for (const [id] of studies) await keepStudy(store, id);
  await keepMadeCluster(store, 'c1', { studyId, name: nameOf(studyId) });
  await keepPlatformJob(store.study(studyId), 1, 'j1');
  const things: Pick<Account, 'clusters' | 'jobs'> = {
    clusters: new Map([['c1', { name: clusterName(studyId, nameOf(studyId)) }]]),
    jobs: new Map([['j1', { name: 'beams' }]]),
  };
  const { dependencies, orders } = pretendAccount(store, {
    ...things,
    workflows: new Map(studies.map(([id, status]) => [nameOf(id), workflowOf(id, status)])),
    clusterWorkflows: new Map([[nameOf(studyId), held]]),
  });
  const questions: string[] = [];
  const look: AnsweredLook = {
    isAnswering: (id) => (questions.push(id), Promise.resolve(true)),
    refusedEnd: () => Promise.resolve(undefined),
    ...answered,
  };
  return { dependencies: { ...dependencies, answered: look }, orders, questions };
}

const silence = { isAnswering: () => Promise.resolve(false) };

describe('of an open study that no worker goes on with, the reaper', () => {
  it('tells the cluster and the job, with price and commands, and ends neither', async () => {
    const { dependencies, orders } = await account([[studyId, 'RUNNING']], undefined, silence);
    const reaping = await reap(dependencies, asked);
    expect(reaping.findings).toMatchObject([
      {
        ...{ kind: 'cluster', id: 'c1', answeredBy: studyId, outcome: 'left', needsPerson: true },
        perHour: { amount: 0.12 },
        why: `study ${studyId} answers for it, but no worker is up that goes on with that study`,
        next: expect.stringMatching(
          /doeflow watch beams-cluster-1 .*doeflow worker.*doeflow stop beams-cluster-1.*doeflow api POST clusters\/c1\/shutdown/u,
        ) as string,
      },
      { kind: 'job', id: 'j1', answeredBy: studyId, outcome: 'left' },
    ]);
    expect(orders).toEqual([]);
    // Lists and doctor say of what is kept that no study answers for it.
    expect(await readLeftOn(store)).toEqual([]);
    const [headline] = describeReaping(reaping, false).human;
    expect(headline).toMatchObject({
      lines: [expect.stringMatching(/^A study answers for 2 things .* no worker is up/u)],
    });
  });

  it('says nothing where a worker answers, or where nobody asks', async () => {
    const { dependencies } = await account([[studyId, 'RUNNING']], 'c1', {});
    expect((await reap(dependencies, asked)).findings).toEqual([]);
    const unasked = { ...dependencies, answered: undefined };
    expect((await reap(unasked, { ...asked, isAsked: false })).findings).toEqual([]);
  });

  it('tells the cluster of a study that is over, and that this one shares', async () => {
    const studies = [
      [studyId, 'COMPLETED'],
      ['beams-cluster-2', 'RUNNING'],
    ] as const;
    // One name, one workflow: the later study has it.
    const { dependencies, orders } = await account(studies, undefined, silence);
    const { findings } = await reap(dependencies, asked);
    expect(findings[0]).toMatchObject({ id: 'c1', answeredBy: 'beams-cluster-2' });
    expect(orders).not.toContain('c1');
  });

  it('waits for two silences, and asks no further', async () => {
    const studies = ['a', 'b', 'c', 'd'].map((name) => [`${name}-1`, 'RUNNING'] as const);
    const questions: string[] = [];
    const { dependencies } = await account([[studyId, 'RUNNING'], ...studies], undefined, {
      isAnswering: (id) => (questions.push(id), Promise.resolve(false)),
    });
    const { findings } = await reap(dependencies, asked);
    expect(questions).toHaveLength(2);
    expect(findings.map(({ id }) => id)).toEqual(['c1', 'j1']);
  });
});

describe('of a cluster that its workflow asks the platform to end in vain, the reaper', () => {
  const refusal = { attempts: 8, since: '2026-05-01T11:50:00.000Z', lastError: '409 busy' };

  it.each([
    ['COMPLETED', 'is over'],
    ['RUNNING', 'has given it back'],
  ])('tells the tries, the price and the command; its study: %s', async (status, words) => {
    const { dependencies, orders } = await account([[studyId, status]], 'c1', {
      refusedEnd: () => Promise.resolve(refusal),
    });
    await keepAskedToEnd(store, 'c1', now);
    const { findings } = await reap(dependencies, asked);
    expect(findings.find(({ id }) => id === 'c1')).toMatchObject({
      ...{ outcome: 'left', needsPerson: true, perHour: { amount: 0.12 } },
      why: `study ${studyId} ${words}, and the platform refuses to end it (8 tries since 2026-05-01T11:50:00.000Z): 409 busy; it is asked again every minute, until the cluster has ended or its walltime is over`,
      next: 'end it on the platform’s own page, or: doeflow api POST clusters/c1/shutdown',
    });
    expect(orders).not.toContain('c1');
  });

  it('gives the platform a moment to end it, and says that it goes on after that', async () => {
    const { dependencies } = await account([[studyId, 'COMPLETED']], 'c1', {});
    await keepAskedToEnd(store, 'c1', new Date(now.getTime() - 20_000));
    const look = async (atMs: number) =>
      (await reap({ ...dependencies, now: () => new Date(atMs) }, asked)).findings.map(
        ({ id, why }) => [id, why],
      );
    expect((await look(now.getTime())).flat()).not.toContain('c1');
    expect((await look(now.getTime() + 60_000)).flat().join()).toMatch(
      /c1,.*was asked to end it at 2026-05-01T11:59:40/u,
    );
  });

  it('takes the one that its workflow has for another one', async () => {
    const { dependencies } = await account([[studyId, 'RUNNING']], 'c2', {
      refusedEnd: () => Promise.resolve(refusal),
    });
    await keepAskedToEnd(store, 'c1', new Date(0));
    expect((await reap(dependencies, asked)).findings).toEqual([]);
  });
});
