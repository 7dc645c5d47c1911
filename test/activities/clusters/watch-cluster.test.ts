import { beforeEach, describe, expect, it } from 'vitest';
import { watchCluster } from '../../../activities/clusters/watch-cluster.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import type { WatchClusterInput } from '../../../src/run/cluster-contract.ts';
import { clusterName } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;
let cluster: ClusterStage['clusters'][number];

beforeEach(async () => {
  stage = await openClusterStage();
  cluster = { id: 'c1', name: clusterName(studyId, 'beams'), history: [{ status: 'Started' }] };
  stage.clusters.push(cluster);
});

type Look = ActivityDependencies['workflows']['look'];

function watch(input: Partial<WatchClusterInput>, look?: Look) {
  const dependencies = {
    ...stage.dependencies,
    ...(look === undefined ? {} : { workflows: { look } }),
  } as ActivityDependencies;
  const whole = { studyId, clusterId: 'c1', known: 'Started', ...input };
  return watchCluster(dependencies, whole, stage.run);
}

const lookOf =
  (seen: object | undefined): Look =>
  () =>
    Promise.resolve(seen as never);
const holder = { studyWorkflowId: 'study-beams', studyId };

describe('a cluster that is watched', () => {
  it('is told at once where it is not as it was known', async () => {
    expect(await watch({ known: 'Not Started' })).toEqual({ status: 'Started', ended: false });
    expect(stage.shown).toEqual([]);
  });

  it('is told once it changes, and shown meanwhile', async () => {
    const { signal } = stage.run;
    const run = {
      ...{ signal, attempt: 1 },
      show: (news: unknown) => {
        stage.shown.push(news);
        if (stage.shown.length === 3) cluster.history = [{ status: 'Stopping' }];
      },
    };
    const input = { studyId, clusterId: 'c1', known: 'Started' };
    expect(await watchCluster(stage.dependencies, input, run)).toEqual({
      status: 'Stopping',
      ended: true,
    });
    expect(stage.shown).toEqual(Array(3).fill({ status: 'Started', ended: false }));
    expect(stage.sent.every(({ hasSignal }) => hasSignal)).toBe(true);
  });

  it('is Deleted where the platform has it no more', async () => {
    stage.clusters.length = 0;
    expect(await watch({})).toEqual({ status: 'Deleted', ended: true });
  });
});

describe('the looks at a cluster', () => {
  /** Looks in so many milliseconds, at most one each `minMs`; a slow machine makes fewer. */
  async function looksIn(
    lastsMs: number,
    poll: { readonly minMs: number; readonly maxMs: number },
    status: string,
    holders: WatchClusterInput['holders'] = [],
  ): Promise<{ readonly looks: number; readonly asked: number }> {
    cluster.history = [{ status }];
    let asked = 0;
    const look = (): Promise<never> => {
      asked += 1;
      return Promise.resolve({ isOpen: true, studyId } as never);
    };
    const ending = new AbortController();
    setTimeout(() => ending.abort(), lastsMs);
    const dependencies = { ...stage.dependencies, poll, workflows: { look } } as never;
    const input = { studyId, clusterId: 'c1', known: status, holders };
    const run = { ...stage.run, signal: ending.signal };
    await expect(watchCluster(dependencies, input, run)).rejects.toThrow('aborted');
    return { looks: stage.sent.filter(({ what }) => what === 'statuses').length, asked };
  }

  it('grow rare while nothing changes, of one that is started rarer than all others', async () => {
    // Waits of 26, 34, 44, 57, 74, 97 ms.
    expect((await looksIn(300, { minMs: 20, maxMs: 20 }, 'Started')).looks).toBeLessThanOrEqual(7);
    stage.sent.length = 0;
    const { looks } = await looksIn(300, { minMs: 20, maxMs: 20 }, 'Not Started');
    expect(looks).toBeGreaterThan(1);
    expect(looks).toBeLessThanOrEqual(16);
  });

  it('ask who has it as often as other looks are made, and no oftener', async () => {
    const poll = { minMs: 100, maxMs: 25 };
    const { looks, asked } = await looksIn(300, poll, 'Started', [holder]);
    expect(looks).toBeLessThanOrEqual(4);
    expect(asked).toBeGreaterThan(looks);
    expect(asked).toBeLessThanOrEqual(18);
  });
});

describe('who has a cluster is gone', () => {
  const gone = { status: 'Started', ended: false, gone: ['study-beams'] };

  it.each([
    ['without a workflow', undefined],
    ['with one that is closed', { isOpen: false, studyId }],
    ['with one that is of another study of its name', { isOpen: true, studyId: 'beams-2' }],
  ])('%s', async (_what, seen) => {
    expect(await watch({ holders: [holder] }, lookOf(seen))).toEqual(gone);
  });

  it.each([
    ['its workflow is open', holder, { isOpen: true, studyId }],
    ['its workflow names no study', holder, { isOpen: true }],
    [
      'it was lent to one that named none',
      { studyWorkflowId: 'study-beams' },
      { isOpen: true, studyId },
    ],
  ])('not where %s', async (_what, lent, seen) => {
    let looks = 0;
    const look: Look = () => {
      looks += 1;
      if (looks === 4) cluster.history = [{ status: 'Stopped' }];
      return Promise.resolve(seen as never);
    };
    expect(await watch({ holders: [lent] }, look)).toEqual({ status: 'Stopped', ended: true });
  });

  it('not where nobody can ask after it', async () => {
    let looks = 0;
    const look: Look = () => {
      looks += 1;
      if (looks === 4) cluster.history = [{ status: 'Stopped' }];
      return Promise.reject(new Error('Temporal is away'));
    };
    expect(await watch({ holders: [holder] }, look)).toEqual({ status: 'Stopped', ended: true });
  });

  it('and that is told at once, not when the cluster is looked at next', async () => {
    const poll = { minMs: 600_000, maxMs: 600_000 };
    const dependencies = { ...stage.dependencies, poll, workflows: { look: lookOf(undefined) } };
    const input = { studyId, clusterId: 'c1', known: 'Started', holders: [holder] };
    const run = { ...stage.run, signal: AbortSignal.timeout(20_000) };
    expect(await watchCluster(dependencies as never, input, run)).toEqual(gone);
  });

  it('and is named among several', async () => {
    const other = { studyWorkflowId: 'study-other', studyId: 'other-1' };
    const look: Look = (workflowId) =>
      Promise.resolve(
        (workflowId === 'study-other' ? undefined : { isOpen: true, studyId }) as never,
      );
    expect(await watch({ holders: [holder, other] }, look)).toEqual({
      ...gone,
      gone: ['study-other'],
    });
  });
});
