import { beforeEach, describe, expect, it } from 'vitest';
import { findCluster } from '../../../activities/clusters/find-cluster.ts';
import { clusterName, findMadeCluster } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;
let cluster: ClusterStage['clusters'][number];

beforeEach(async () => {
  stage = await openClusterStage();
  cluster = { id: 'c1', name: clusterName(studyId, 'beams'), history: [{ status: 'Started' }] };
  stage.clusters.push(cluster);
});

describe('a cluster that is looked for', () => {
  const find = (shared = false) => {
    const input = { studyId, name: 'beams', ...(shared ? { shared: true as const } : {}) };
    return findCluster(stage.dependencies, input, stage.run);
  };

  it('is the living one of its whole name, and kept as made here', async () => {
    stage.clusters.unshift(
      { id: 'c2', name: 'beams', history: [{ status: 'Started' }] },
      { id: 'c3', name: cluster.name, history: [{ status: 'Stopped' }] },
      { id: 'c4', name: cluster.name, history: [] },
    );
    expect(await find()).toEqual({ clusterId: 'c4' });
    expect(await findMadeCluster(stage.store, 'c4')).toEqual({ studyId, name: 'beams' });
    expect(await findMadeCluster(stage.store, 'c2')).toBeUndefined();
    expect(stage.sent.every(({ hasSignal }) => hasSignal)).toBe(true);
  });

  it('has nobody where it is found for all who share it and none is open', async () => {
    expect(await find(true)).toEqual({ clusterId: 'c1', holders: [] });
  });

  it('is none where the platform lists none, or has no list', async () => {
    stage.clusters.length = 0;
    expect(await find()).toEqual({});
    const { clusters } = stage.dependencies.platform;
    const notServed = { notServed: true, endpoint: 'GET clusters' };
    Object.assign(clusters, { list: () => Promise.resolve(notServed) });
    expect(await find()).toEqual({});
  });
});
