import { beforeEach, expect, it } from 'vitest';
import { clusterOfJob } from '../../../activities/clusters/cluster-of-job.ts';
import { layout } from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { openClusterStage, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;
beforeEach(async () => {
  stage = await openClusterStage();
});

const find = () => clusterOfJob(stage.folder, 2, stage.study as unknown as Study);

it('a job that was sent to a cluster is known to have run on it, for as long as that was to be on', async () => {
  await stage.folder.write(layout.jobCluster(2), { clusterId: 'c4' });
  expect(await find()).toEqual({ clusterId: 'c4', walltimeHours: 8 });
  stage.study.execution.cluster = { kind: 'existing', id: 'c4' };
  expect(await find()).toEqual({ clusterId: 'c4' });
});

it('a job with hardware of its own ran on none', async () => {
  await stage.folder.write(layout.jobCluster(1), { clusterId: 'c4' });
  expect(await find()).toBeUndefined();
});
