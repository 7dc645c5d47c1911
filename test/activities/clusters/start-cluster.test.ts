import { beforeEach, describe, expect, it } from 'vitest';
import { startCluster } from '../../../activities/clusters/start-cluster.ts';
import { clusterName, keepMadeCluster } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;
let cluster: ClusterStage['clusters'][number];

beforeEach(async () => {
  stage = await openClusterStage();
  cluster = { id: 'c1', name: clusterName(studyId, 'beams'), history: [{ status: 'Started' }] };
  stage.clusters.push(cluster);
  await keepMadeCluster(stage.store, 'c1', { studyId, name: 'beams' });
});

describe('a saved cluster', () => {
  const start = () => startCluster(stage.dependencies, { studyId, clusterId: 'c1' }, stage.run);
  const starts = () => stage.sent.filter(({ what }) => what === 'start');

  it('is started once', async () => {
    cluster.history = [];
    await start();
    cluster.history = [{ status: 'Starting' }];
    await start();
    expect(starts()).toEqual([{ what: 'start', value: 'c1', hasSignal: true }]);
  });

  it('that has ended is not started, and says what it is', async () => {
    cluster.history = [{ status: 'Stopped' }];
    await expect(start()).rejects.toThrow(
      'Nothing was done with cluster c1 on the platform, as it has ended: its status is Stopped',
    );
    expect(starts()).toEqual([]);
  });
});
