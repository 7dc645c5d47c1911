/** The reaper as a workflow asks for it: what it may end without a person, and what it tells. */
import { ApplicationFailure } from '@temporalio/common';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { lookDependencies, reap } from '../../../activities/reaper/reap.ts';
import { keepPlatformJob, jobName, readLeftOn, type Store } from '../../../src/store/index.ts';
import {
  keepStudy,
  nameOf,
  now,
  pretendAccount,
  workflowOf,
} from '../../endings/pretended-account.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
const hardware = { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 2 };
const study = { job: { hardware, fields: {} }, execution: {} };
const differs = ApplicationFailure.create({ type: 'PLATFORM_DIFFERS' });

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

/** A worker beside an account with a job of each of these studies; what Temporal has of them. */
async function worker(
  studies: Readonly<Record<string, string | undefined>>,
  change: object = {},
  untold: readonly string[] = [],
) {
  const jobs = new Map<string, object>();
  const workflows = new Map<string, ReturnType<typeof workflowOf>>();
  for (const [studyId, status] of Object.entries(studies)) {
    await keepStudy(store, studyId);
    await keepPlatformJob(store.study(studyId), 1, `J${studyId}`);
    const name = jobName({ studyId, name: nameOf(studyId) }, 1);
    jobs.set(`J${studyId}`, { name });
    if (status !== undefined) workflows.set(nameOf(studyId), workflowOf(studyId, status));
  }
  const account = { clusters: new Map(), jobs, workflows, untold } as never;
  const { dependencies, orders } = pretendAccount(store, account);
  const checked: string[] = [];
  const all = {
    ...dependencies,
    platformGuard: { check: (id: string) => Promise.resolve(void checked.push(id)) },
    studyCache: { get: () => Promise.resolve({ study }) },
    ...change,
  } as unknown as ActivityDependencies;
  return { all, orders, checked };
}

describe('the reaper of a worker', () => {
  it('ends the jobs of a study that was terminated, and leaves those that a person must judge', async () => {
    const { all, orders, checked } = await worker({
      ...{ 'gone-1': 'TERMINATED', 'lost-1': undefined, 'open-1': 'RUNNING' },
    });
    expect(await reap(all, undefined, run)).toEqual({ ended: 1, left: 1, unseen: 0 });
    expect(orders).toEqual(['Jgone-1']);
    expect((await readLeftOn(store)).map(({ id }) => id)).toEqual(['Jlost-1']);
    expect(new Set(checked)).toContain('gone-1');
  });

  it('says how much it couldn’t see', async () => {
    const { all, orders } = await worker({ 'gone-1': 'TERMINATED' }, {}, ['study-gone']);
    expect(await reap(all, undefined, run)).toMatchObject({ ended: 0, unseen: 1 });
    expect(orders).toEqual([]);
  });

  it('leaves alone what belongs to another platform', async () => {
    const { all, orders } = await worker(
      { 'gone-1': 'TERMINATED' },
      { platformGuard: { check: () => Promise.reject(differs) } },
    );
    expect(await reap(all, undefined, run)).toMatchObject({ ended: 0 });
    expect(orders).toEqual([]);
  });
});

describe('what a look is given of a worker', () => {
  it('knows a study’s own platform, and doubts it only for a refusal', async () => {
    const { all } = await worker({});
    expect(await lookDependencies(all).isOnPlatform('s-1')).toBe(true);
    const guarded = (error: Error): Promise<boolean> =>
      lookDependencies({
        ...all,
        platformGuard: {
          check: () => Promise.reject(error),
          checkArchive: () => Promise.resolve(),
        },
      }).isOnPlatform('s-1');
    expect(await guarded(differs)).toBe(false);
    await expect(guarded(new Error('the disk is gone'))).rejects.toThrow('the disk is gone');
  });

  it('knows a study’s hardware as long as the store has its files', async () => {
    const { all } = await worker({});
    expect(await lookDependencies(all).hardwareOf('s-1')).toEqual(hardware);
    const get = (): Promise<never> => Promise.reject(new Error('gone'));
    const look = lookDependencies({ ...all, studyCache: { get } });
    expect(await look.hardwareOf('s-1')).toBeUndefined();
    expect(look).toMatchObject({ store, now: expect.any(Function) as () => Date });
    expect(look.now()).toBe(now);
  });
});
