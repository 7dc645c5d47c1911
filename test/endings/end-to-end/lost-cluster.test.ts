/** Clusters that are lost under their studies, and studies that share one: results whole, each run paid once, no cluster left on. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';
import {
  byHand,
  expectEachRunEndedOnce,
  ofThisTry,
  writeClusteredStudy,
} from '../clustered-studies.ts';
import { shareInRounds } from '../share-in-rounds.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');
let stack: Stack;
beforeAll(async () => {
  // An hour of a walltime lasts 6 s; studies that aren't about it have a hundred.
  stack = await startStack({ speed: 20, platformOptions: ['--hour', '6', '--grace', '0.2'] });
});
afterAll(() => stack?.stop());

/** Starts a study and gives back its end, and a wait that a study which has ended doesn't outlive, and that says how the study stands. */
function run(study: { readonly folder: string; readonly name: string }) {
  let early = '';
  const ended = doeflow(['run', study.folder, '--results', results, '--json'], stack.env);
  void ended.then(({ stdout, stderr }) => (early = `${stdout}${stderr}`));
  const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
    const look = () => {
      if (early !== '') throw new Error(`Expected ${what}, but the study ended: ${early}`);
      return holds();
    };
    await waitFor(what, look, 90_000).catch(async (error: unknown) => {
      const status = await doeflow(['status', study.name, '--json'], stack.env);
      throw new Error(`${String(error)}\n${status.stdout}${status.stderr}`);
    });
  };
  return { ended, until };
}

describe.concurrent('a cluster that is lost in mid-study', () => {
  it('as it was shut down from outside is replaced, and what had ended is not run again', async () => {
    const [name, cluster] = [ofThisTry('shut'), ofThisTry('shut-down')];
    const study = writeClusteredStudy(join(folder, name), name, {
      ...{ runs: 6, runsPerJob: 3, cluster, waitAbove: 4 },
    });
    const platform = byHand(stack);
    const { ended, until } = run(study);
    await until('all runs to begin', () => study.begun().length >= 6);
    const [first] = await platform.clusters(cluster);
    await platform.shutDown(first?.id ?? '');
    await until('a fresh cluster', async () => (await platform.clusters(cluster)).length === 2);
    study.release();
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'Finished', runs: { done: 6, failed: 0 } });
    expectEachRunEndedOnce(study);
    expect(stdout).toContain(`Cluster ${first?.id} was lost`);
    await platform.nothingLeft(cluster);
  });

  it('as its walltime was over is replaced', async () => {
    const [name, cluster] = [ofThisTry('over'), ofThisTry('walltime')];
    const study = writeClusteredStudy(join(folder, name), name, {
      ...{ runs: 4, runsPerJob: 4, cluster, walltime: 1, waitAbove: 2 },
    });
    const platform = byHand(stack);
    const { ended, until } = run(study);
    await until('a fresh cluster', async () => (await platform.clusters(cluster)).length === 2);
    study.release();
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'Finished', runs: { done: 4 } });
    expectEachRunEndedOnce(study);
    await platform.nothingLeft(cluster);
  });

  it('by one study as another borrows it is lent to nobody: each run is paid once', async () => {
    await shareInRounds({ stack, folder, results, rounds: 2 });
  });
});
