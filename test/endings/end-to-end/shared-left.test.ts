/** A cluster that two studies share, and whose workflow is lost: kept while one of them has it, and ended by the last. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterWorkflowId } from '../../../src/temporal/names.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';
import { byHand, expectEachRunEndedOnce, writeClusteredStudy } from '../clustered-studies.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ speed: 20, platformOptions: ['--grace', '0.2'] });
});
afterAll(() => stack?.stop());

const soonMs = 60_000;

/** Starts two studies that share a cluster; the first made it, and a run of it executes. */
async function share(cluster: string) {
  const begin = async (name: string) => {
    const study = writeClusteredStudy(join(folder, name), name, {
      ...{ runs: 1, runsPerJob: 1, cluster, slots: 1, waitAbove: 0 },
    });
    const started = await doeflow(
      ['start', study.folder, '--results', results, '--json'],
      stack.env,
    );
    expect(started.exitCode, started.stderr).toBe(0);
    const { studyId } = JSON.parse(started.stdout) as { studyId: string };
    const status = async () =>
      JSON.parse((await doeflow(['status', studyId, '--json'], stack.env)).stdout) as {
        status: string;
        runs: { submitted: number; done: number } | null;
        clusters: readonly { keptBy?: string }[];
      };
    const until = (word: string) =>
      waitFor(`${name} to be ${word}`, async () => (await status()).status === word, soonMs);
    return { ...study, studyId, status, until };
  };
  const maker = await begin(`${cluster}-a`);
  await waitFor('the first run', () => maker.begun().length === 1, soonMs);
  const sharer = await begin(`${cluster}-b`);
  await waitFor(
    'the job of the second',
    async () => ((await sharer.status()).runs?.submitted ?? 0) > 0,
    soonMs,
  );
  const { temporalClient } = await stack.connect();
  const lose = () =>
    temporalClient.workflow
      .getHandle(clusterWorkflowId(cluster))
      .terminate('by somebody in the Temporal UI');
  return { maker, sharer, lose };
}

describe.concurrent('a shared cluster whose workflow is terminated', { timeout: 200_000 }, () => {
  it('after the study that made it has ended is ended by the one that shares it', async () => {
    const { maker, sharer, lose } = await share('last-ends');
    maker.release();
    await maker.until('Finished');
    await lose();
    sharer.release();
    await sharer.until('Finished');
    await byHand(stack).nothingLeft('last-ends');
    expectEachRunEndedOnce(sharer);
  });

  it('is kept for the other when one is stopped, and says so', async () => {
    const { maker, sharer, lose } = await share('one-stops');
    await lose();
    const stopped = await doeflow(['stop', maker.studyId, '--force'], stack.env);
    expect(stopped.exitCode, stopped.stderr).toBe(0);
    await maker.until('Stopped');
    const { stdout } = await doeflow(['status', maker.studyId], stack.env);
    expect(stdout).toContain(`kept for study ${sharer.studyId}`);
    expect(stdout).not.toContain('shutdown');
    await waitFor('the run of the second', () => sharer.begun().length === 1, soonMs);
    sharer.release();
    await sharer.until('Finished');
    expectEachRunEndedOnce(sharer);
    expect(sharer.begun()).toHaveLength(1);
    const platform = byHand(stack);
    expect(await platform.effects(sharer, 'job submitted')).toBe(1);
    expect(await platform.clusters('one-stops')).toHaveLength(1);
    await platform.nothingLeft('one-stops');
  });
});
