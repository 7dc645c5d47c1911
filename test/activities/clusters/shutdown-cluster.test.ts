import { beforeEach, describe, expect, it } from 'vitest';
import { shutdownCluster } from '../../../activities/clusters/shutdown-cluster.ts';
import { ConflictError, ConnectionError, NotFoundError } from '../../../src/platform-api/index.ts';
import { isAskedToEnd, keepMadeCluster, layout } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;

beforeEach(async () => {
  stage = await openClusterStage();
  stage.clusters.push({ id: 'c1', name: 'beams', history: [{ status: 'Started' }] });
  await keepMadeCluster(stage.store, 'c1', { studyId, name: 'beams' });
});

const call = { method: 'POST', path: '/api/v3/clusters/c1/shutdown/', status: 409 };

/** Ends the cluster on a platform that answers so. */
function end(answer: (options: { signal?: AbortSignal }) => Promise<unknown>, attempt = 1) {
  Object.assign(stage.dependencies.platform.clusters, {
    shutdown: (_id: string, options: object) => answer(options),
  });
  const run = { ...stage.run, attempt };
  return shutdownCluster(stage.dependencies, { studyId, clusterId: 'c1' }, run);
}

const good = () => Promise.resolve(undefined);
const refusal = () => Promise.reject(new ConflictError('not now', call));

describe('a cluster that is to end', () => {
  it('has the intent in the ledger before the request, and the confirmation after it', async () => {
    let before: readonly string[] = [];
    let wasAsked = false;
    let hasSignal = false;
    const answer = async ({ signal }: { signal?: AbortSignal }): Promise<void> => {
      before = await stage.effects();
      wasAsked = await isAskedToEnd(stage.store, 'c1');
      hasSignal = signal === stage.run.signal;
    };
    expect(await end(answer)).toEqual({ served: true });
    expect([before, wasAsked, hasSignal]).toEqual([['end-cluster c1 intent'], true, true]);
    expect(await stage.effects()).toEqual(['end-cluster c1 intent', 'end-cluster c1 sent']);
  });

  it('is asked again without a further intent', async () => {
    await expect(end(refusal)).rejects.toThrow('cluster c1 goes on and costs');
    expect(await end(good, 2)).toEqual({ served: true });
    expect(await stage.effects()).toEqual(['end-cluster c1 intent', 'end-cluster c1 sent']);
  });

  it('is left to its walltime where the platform has no way to end it', async () => {
    const notServed = { notServed: true, endpoint: 'POST' };
    expect(await end(() => Promise.resolve(notServed))).toEqual({ served: false });
    expect(await stage.effects()).toEqual(['end-cluster c1 intent']);
  });

  it('goes on, and says why, where the way is there and broken', async () => {
    const broken = { notServed: true, endpoint: 'POST', reason: 'it answers 500' };
    await expect(end(() => Promise.resolve(broken))).rejects.toThrow(
      'cluster c1 goes on and costs: it answers 500',
    );
  });

  it('has ended where a refusal comes of that', async () => {
    const [cluster] = stage.clusters;
    if (cluster !== undefined) cluster.history = [{ status: 'Stopped' }];
    expect(await end(refusal)).toEqual({ served: true });
    stage.clusters.length = 0;
    expect(await end(refusal)).toEqual({ served: true });
  });

  it('has not ended where the platform refuses, and then shows nothing', async () => {
    const away = new ConnectionError('connection lost', { method: 'GET', path: '/' });
    Object.assign(stage.dependencies.platform.clusters, {
      statuses: () => {
        throw away;
      },
    });
    await expect(end(refusal)).rejects.toThrow('goes on and costs: ');
    Object.assign(stage.dependencies.platform.clusters, {
      statuses: () => {
        throw new TypeError('a fault of ours');
      },
    });
    await expect(end(refusal)).rejects.toThrow('a fault of ours');
  });
});

it('how long a cluster cost is kept once the platform shows its end', async () => {
  await stage.folder.write(layout.price, { amount: 0.06, currency: 'USD' });
  await stage.folder.write(layout.clusterMade(1), { name: 'beams', at: 'x', clusterId: 'c1' });
  const [cluster] = stage.clusters;
  const started = { status: 'Started', statusDate: '2026-01-01T00:00:00Z' };
  const ending = { status: 'Stopping', statusDate: '2026-01-01T00:30:00Z' };
  const stopped = { status: 'Stopped', statusDate: '2026-01-01T00:30:00Z' };
  const answer = () => {
    if (cluster !== undefined) cluster.history = [ending, started];
    setTimeout(() => {
      if (cluster !== undefined) cluster.history = [stopped, ending, started];
    }, 5);
    return Promise.resolve();
  };
  expect(await end(answer)).toEqual({ served: true });
  // 3 slots of 2 cores for half an hour.
  expect(await stage.folder.find(layout.clusterLife('c1'))).toEqual({ coreHours: 3 });
});

it('a cluster that was made for another study is not touched', async () => {
  await keepMadeCluster(stage.store, 'c2', { studyId: 'other-1', name: 'beams' });
  let asked = 0;
  Object.assign(stage.dependencies.platform.clusters, {
    shutdown: () => Promise.resolve((asked += 1)),
  });
  const target = { studyId, clusterId: 'c2' };
  await expect(shutdownCluster(stage.dependencies, target, stage.run)).rejects.toThrow(
    `it was not made for study ${studyId}`,
  );
  expect([asked, await stage.effects()]).toEqual([0, []]);
});

it('an error that says nothing of this cluster alone is thrown as it is', async () => {
  const away = new ConnectionError('connection lost', { method: 'POST', path: '/' });
  await expect(end(() => Promise.reject(away))).rejects.toBe(away);
  const gone = new NotFoundError('Not found.', { ...call, status: 404 });
  await expect(end(() => Promise.reject(gone))).rejects.toThrow('cluster c1 goes on');
});
