/** Studies that share a cluster by its name, each starting as the one before it ends; and one whose cluster never starts. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { byHand, writeClusteredStudy } from '../endings/clustered-studies.ts';
import { shareInRounds } from '../endings/share-in-rounds.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack } from '../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');

const rounds = Number(process.env['DOEFLOW_TEST_ROUNDS'] ?? 50);

it('studies that share a cluster, one ending as another starts, are whole, and pay each run once', async () => {
  const stack = await startStack({ speed: 20 });
  try {
    await shareInRounds({ stack, folder, results, rounds });
  } finally {
    await stack.stop();
  }
}, 1_800_000);

it('a cluster that never starts is told, and ended with its study', async () => {
  // Two hundred seconds until a cluster is there.
  const stack = await startStack({ speed: 0.001 });
  try {
    const study = writeClusteredStudy(join(folder, 'waits'), 'waits', {
      ...{ runs: 2, runsPerJob: 2, cluster: 'slow' },
    });
    const { stdout } = await doeflow(['start', study.folder, '--json'], stack.env);
    const { studyId } = JSON.parse(stdout) as { studyId: string };
    await waitFor('the wait to be told', async () => {
      const status = await doeflow(['status', studyId, '--json'], stack.env);
      return /waiting for cluster slow \([^)]+\): \w+ since 20/u.test(status.stdout);
    });
    await doeflow(['stop', studyId, '--json'], stack.env);
    await waitFor('the cluster to be told to end', async () =>
      (await byHand(stack).clusters('slow')).every(({ status }) => status.startsWith('Stop')),
    );
    expect(study.begun()).toEqual([]);
  } finally {
    await stack.stop();
  }
}, 300_000);
