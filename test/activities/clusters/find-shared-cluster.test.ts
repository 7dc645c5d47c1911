import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCluster } from '../../../activities/clusters/find-cluster.ts';
import { findSharedCluster } from '../../../activities/clusters/find-shared-cluster.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { ResultError } from '../../../src/errors.ts';
import type { FoundCluster } from '../../../src/run/cluster-contract.ts';
import {
  keepAskedToEnd,
  keepMadeCluster,
  layout,
  openStore,
  type Store,
  type StudySnapshot,
} from '../../../src/store/index.ts';

let root = '';
let store: Store;
/** Slots of each study's cluster: equal ones may share. */
let slots: Record<string, number>;
let open: Set<string>;
let elsewhere: Set<string>;
let statuses: readonly string[];
/** Studies whose plan wants another cluster than `beams`, or none. */
let others: Record<string, object | undefined>;
/** Studies whose records can't be read. */
let damaged: Set<string>;
/** Whose workflow has a study's name. */
let owners: Record<string, string | undefined>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-shared-'));
  store = await openStore(root);
  slots = { 'first-1': 2, 'second-1': 2, 'third-1': 2 };
  open = new Set(['first-1', 'second-1']);
  elsewhere = new Set();
  statuses = ['Started'];
  [others, owners, damaged] = [{}, {}, new Set()];
  for (const studyId of Object.keys(slots)) {
    const named = { studyId, studyName: studyId.slice(0, -2), planHash: 'p', engineVersion: '0' };
    await store.study(studyId).write(layout.snapshot, {
      ...{ formatVersion: 1, createdAt: '', files: [], ...named },
      studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
    } satisfies StudySnapshot);
  }
  await keepMadeCluster(store, 'c1', { studyId: 'first-1', name: 'beams' });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };

function dependencies(): ActivityDependencies {
  return {
    store,
    studyCache: {
      get: (studyId: string) => {
        if (damaged.has(studyId)) {
          return Promise.reject(new ResultError('RESULT_STORE', 'snapshot.json is not JSON'));
        }
        return Promise.resolve({
          study: {
            job: { hardware: { coresPerSlot: 1 }, analyses: [], fields: {} },
            execution: {
              cluster:
                studyId in others
                  ? others[studyId]
                  : { kind: 'own', name: 'beams', slots: slots[studyId] },
            },
          },
        });
      },
    },
    platformGuard: {
      check: (studyId: string) =>
        elsewhere.has(studyId)
          ? Promise.reject(ApplicationFailure.retryable('another one', 'PLATFORM_DIFFERS'))
          : Promise.resolve(),
    },
    workflows: {
      look: (workflowId: string) => {
        const studyId = `${workflowId.slice('study-'.length)}-1`;
        return Promise.resolve(
          studyId in owners && owners[studyId] === undefined
            ? undefined
            : { isOpen: open.has(studyId), studyId: owners[studyId] ?? studyId },
        );
      },
    },
    platform: {
      clusters: {
        list: () => Promise.resolve((async function* none() {})()),
        statuses: async function* history() {
          for (const status of statuses) yield { status, statusDate: '' };
        },
      },
    },
    poll: { minMs: 1, maxMs: 1 },
  } as unknown as ActivityDependencies;
}

const find = (lendable = false, studyId = 'second-1'): Promise<FoundCluster> =>
  findSharedCluster(dependencies(), { studyId, name: 'beams' }, run, lendable);

describe('a cluster whose workflow is gone', () => {
  it('is found by a study that shares it, with who may have it', async () => {
    const found = {
      clusterId: 'c1',
      madeFor: 'first-1',
      holders: [
        { studyWorkflowId: 'study-first', studyId: 'first-1' },
        { studyWorkflowId: 'study-second', studyId: 'second-1' },
      ],
    };
    expect(await find()).toEqual(found);
    const asked = { studyId: 'second-1', name: 'beams', shared: true } as const;
    expect(await findCluster(dependencies(), asked, run)).toEqual(found);
    expect(await findCluster(dependencies(), { studyId: 'second-1', name: 'beams' }, run)).toEqual(
      {},
    );
  });

  it('is had by open studies only', async () => {
    open.delete('first-1');
    expect((await find()).holders).toEqual([
      { studyWorkflowId: 'study-second', studyId: 'second-1' },
    ]);
  });

  it.each([
    ['is made of something else', () => (slots['second-1'] = 4)],
    ['is on another platform', () => elsewhere.add('first-1')],
    ['has ended', () => (statuses = ['Stopped', 'Started'])],
    ['was never started', () => (statuses = [])],
  ])('is left alone where it %s', async (_, change) => {
    change();
    expect(await find()).toEqual({});
  });

  it('is lent to nobody once the platform was asked to end it, and found to be ended', async () => {
    expect((await find(true)).clusterId).toBe('c1');
    await keepAskedToEnd(store, 'c1', new Date());
    expect(await find(true)).toEqual({});
    expect((await find()).clusterId).toBe('c1');
  });

  it('is held by no study that has ended, is taken back, or whose name is another’s', async () => {
    open.add('third-1');
    const holders = async () => ((await find()).holders ?? []).map(({ studyId }) => studyId);
    expect(await holders()).toEqual(['first-1', 'second-1', 'third-1']);
    owners['third-1'] = 'third-2';
    expect(await holders()).toEqual(['first-1', 'second-1']);
    owners['third-1'] = undefined;
    expect(await holders()).toEqual(['first-1', 'second-1']);
    owners = {};
    const third = store.study('third-1');
    await third.sink(layout.status)(['{}']);
    expect(await holders()).toEqual(['first-1', 'second-1']);
    await third.remove(layout.status);
    await third.remove(layout.snapshot);
    await third.sink(layout.checkpoint)(['{}']);
    expect(await holders()).toEqual(['first-1', 'second-1']);
  });

  it('may be held by an open study whose records are damaged, as long as its workflow is open', async () => {
    const studyId = 'bridge-20260101-000000';
    const folder = store.study(studyId);
    await folder.sink(layout.snapshot)(['{"a":']);
    damaged.add(studyId);
    const holders = async () => ((await find()).holders ?? []).map((holder) => holder.studyId);
    // Its workflow's id is made of the name in the study's id.
    owners['bridge-1'] = studyId;
    expect(await holders()).toEqual(['first-1', 'second-1']);
    open.add('bridge-1');
    expect((await find()).holders).toContainEqual({ studyWorkflowId: 'study-bridge', studyId });
    owners['bridge-1'] = 'bridge-20260202-000000';
    expect(await holders()).toEqual(['first-1', 'second-1']);
    owners['bridge-1'] = studyId;
    await folder.sink(layout.status)(['{}']);
    expect(await holders()).toEqual(['first-1', 'second-1']);
  });

  it('is held by no study that wants another one, a cluster that is there already, or none', async () => {
    open.add('third-1');
    const holders = async () => ((await find()).holders ?? []).map(({ studyId }) => studyId);
    for (const cluster of [
      undefined,
      { kind: 'existing', id: 'c1' },
      { kind: 'existing', id: 'c1', name: 'beams' },
      { kind: 'own', name: 'girders', slots: 2 },
    ]) {
      others = { 'third-1': cluster };
      expect(await holders()).toEqual(['first-1', 'second-1']);
    }
  });

  it('is not taken for another platform’s over a fault of the program', async () => {
    const faulty = {
      ...dependencies(),
      platformGuard: {
        check: () => Promise.reject(new TypeError('x is undefined')),
        checkArchive: () => Promise.resolve(),
      },
    };
    await expect(
      findSharedCluster(faulty, { studyId: 'second-1', name: 'beams' }, run, false),
    ).rejects.toThrow('x is undefined');
  });
});
