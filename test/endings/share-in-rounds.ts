import { join } from 'node:path';
import { expect } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import type { Stack } from '../kit/start-stack.ts';
import { doeflow } from '../studies/run-study.ts';
import {
  byHand,
  expectEachRunEndedOnce,
  ofThisTry,
  writeClusteredStudy,
} from './clustered-studies.ts';

/** Plays studies that share a cluster by its name; in each round one starts as the one before it ends, a little later each time. */
export async function shareInRounds({
  stack,
  folder,
  results,
  rounds,
}: {
  readonly stack: Stack;
  readonly folder: string;
  readonly results: string;
  readonly rounds: number;
}): Promise<void> {
  const platform = byHand(stack);
  const cluster = ofThisTry('shared');
  const written = Array.from({ length: rounds }, (_, round) => {
    const name = `${cluster}-${round + 1}`;
    return writeClusteredStudy(join(folder, name), name, {
      ...{ runs: 4, runsPerJob: 2, cluster, waitAbove: 0 },
    });
  });
  const ending: ReturnType<typeof doeflow>[] = [];
  for (const [round, study] of written.entries()) {
    // It begins when the one before it has nothing left to run, so that it asks for what that one gives back.
    const previous = written[round - 1];
    if (previous !== undefined) {
      const what = `${previous.name} to have run`;
      await waitFor(what, () => previous.ended().length === previous.runs, 120_000);
      await new Promise((resolve) => setTimeout(resolve, (round * 97) % 600));
    }
    ending.push(doeflow(['run', study.folder, '--results', results, '--json'], stack.env));
    study.release();
  }
  const ends = await Promise.all(ending);
  for (const [index, { exitCode, stdout, stderr }] of ends.entries()) {
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ status: 'Finished', runs: { total: 4, done: 4, failed: 0 } },
    });
    const study = written[index];
    if (study === undefined) continue;
    expectEachRunEndedOnce(study);
    expect(study.begun()).toHaveLength(study.runs);
    expect(await platform.effects(study, 'run started')).toBe(study.runs);
    expect(await platform.effects(study, 'job submitted')).toBe(2);
  }
  await platform.nothingLeft(cluster);
}
