import { beforeEach, describe, expect, it } from 'vitest';
import { startCluster } from '../../../activities/clusters/start-cluster.ts';
import { InvalidRequestError, ServerError } from '../../../src/platform-api/index.ts';
import { clusterName, keepMadeCluster, layout } from '../../../src/store/index.ts';
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

  it('that the platform refuses to start is kept so, unless it shows a start or may heal', async () => {
    const call = { method: 'POST', path: 'start' };
    const refusal = new InvalidRequestError('no room', [], { ...call, status: 400 });
    const made = (): Promise<unknown> => stage.folder.find(layout.clusterMade(1));
    cluster.history = [];
    stage.onStart = () => Promise.reject(new ServerError('down', { ...call, status: 503 }));
    await expect(start()).rejects.toThrow('down');
    // One whose answer was lost is known from now on.
    const known = { name: 'beams', at: expect.any(String) as string, clusterId: 'c1' };
    expect(await made()).toEqual(known);
    stage.onStart = () => Promise.reject(refusal);
    await expect(start()).rejects.toBe(refusal);
    expect(await made()).toEqual({ ...known, refused: true });
    // Asked once more, it may cost as soon as that is sent.
    stage.onStart = () => {
      cluster.history = [{ status: 'Starting' }];
      return Promise.reject(refusal);
    };
    await expect(start()).rejects.toBe(refusal);
    expect(await made()).toEqual(known);
  });

  it('that has ended is not started, and says what it is', async () => {
    cluster.history = [{ status: 'Stopped' }];
    await expect(start()).rejects.toThrow(
      'Nothing was done with cluster c1 on the platform, as it has ended: its status is Stopped',
    );
    expect(starts()).toEqual([]);
  });
});
