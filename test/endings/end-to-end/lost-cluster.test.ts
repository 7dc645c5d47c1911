/** Clusters that are lost under their studies, and studies that share one: results whole, each run paid once, no cluster left on. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';
import { byHand, expectEachRunEndedOnce, writeClusteredStudy } from '../clustered-studies.ts';
import { shareInRounds } from '../share-in-rounds.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');
let stack: Stack;
beforeAll(async () => {
  // An hour of a walltime lasts 6 s; studies that aren't about it have a hundred.
  stack = await startStack({ speed: 20, platformOptions: ['--hour', '6', '--grace', '0.2'] });
});
afterAll(() => stack?.stop());

/** Starts a study and gives back its end, and a wait that a study which has ended doesn't outlive. */
function run(study: { readonly folder: string }) {
  let early = '';
  const ended = doeflow(['run', study.folder, '--results', results, '--json'], stack.env);
  void ended.then(({ stdout, stderr }) => (early = `${stdout}${stderr}`));
  const until = (what: string, holds: () => boolean | Promise<boolean>) =>
    waitFor(what, () => {
      if (early !== '') throw new Error(`Expected ${what}, but the study ended: ${early}`);
      return holds();
    });
  return { ended, until };
}

describe.concurrent('a cluster that is lost in mid-study', () => {
  it('as it was shut down from outside is replaced, and what had ended is not run again', async () => {
    const study = writeClusteredStudy(join(folder, 'shut'), 'shut', {
      ...{ runs: 6, runsPerJob: 3, cluster: 'shut-down', waitAbove: 4 },
    });
    const platform = byHand(stack);
    const { ended, until } = run(study);
    await until('all runs to begin', () => study.begun().length >= 6);
    const [first] = await platform.clusters('shut-down');
    await platform.shutDown(first?.id ?? '');
    await until('a fresh cluster', async () => (await platform.clusters('shut-down')).length === 2);
    study.release();
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'Finished', runs: { done: 6, failed: 0 } });
    expectEachRunEndedOnce(study);
    expect(stdout).toContain(`Cluster ${first?.id} was lost`);
    await platform.nothingLeft('shut-down');
  });

  it('as its walltime was over is replaced', async () => {
    const study = writeClusteredStudy(join(folder, 'over'), 'over', {
      ...{ runs: 4, runsPerJob: 4, cluster: 'walltime', walltime: 1, waitAbove: 2 },
    });
    const platform = byHand(stack);
    const { ended, until } = run(study);
    await until('a fresh cluster', async () => (await platform.clusters('walltime')).length === 2);
    study.release();
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'Finished', runs: { done: 4 } });
    expectEachRunEndedOnce(study);
    await platform.nothingLeft('walltime');
  });

  it('by one study as another borrows it is lent to nobody: each run is paid once', async () => {
    await shareInRounds({ stack, folder, results, rounds: 2 });
  });
});
