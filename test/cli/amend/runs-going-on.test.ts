/** Runs that a pause stopped, or whose job was never sent: they run after all, as the study is amended, and are paid for so. */
import { beforeEach, expect, it } from 'vitest';
import { costOfAmendment, moreWords } from '../../../src/cli/amend/amendment-cost.ts';
import { countRepeats } from '../../../src/cli/amend/count-repeats.ts';
import { readJobsNotStarted } from '../../../src/cli/amend/jobs-not-started.ts';
import { readOnCluster } from '../../../src/cli/amend/on-cluster.ts';
import { readRunsGoingOn } from '../../../src/cli/amend/runs-going-on.ts';
import { planStoredStudy } from '../../../src/cli/studies/open-stored-study.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import {
  keepAskedToEnd,
  keepOutcomes,
  layout,
  type DocumentFolder,
} from '../../../src/store/index.ts';
import { onHardware, paidHardwareOf } from '../../../src/study/paid-hardware.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const execution = 'runsPerJob: 2, cluster: { name: beams, slots: 2, walltime: 1 }';
const at = '2026-05-01T00:00:00Z';

let studies: SharingStudies;
let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  studies = new SharingStudies(await temporaryStore((remove) => (clean = remove)));
  // Job 1 is done, job 2 executes, job 3 was made and not sent.
  await studies.start('paused', { rows: [1, 2, 3, 4, 5, 6], execution });
  folder = studies.store.study('paused-1');
  await studies.end('paused', 1, [1, 2]);
  await studies.begin('paused', 2, [3, 4]);
  await folder.write(layout.submitTried(2), { at });
  await studies.begin('paused', 3, [5, 6]);
  await folder.write(layout.clusterMade(1), { name: 'beams', at, clusterId: 'c1' });
  return () => clean();
});

interface Around {
  readonly onOwnCluster?: boolean;
  /** Jobs that the study says are being stopped. */
  readonly stopping?: readonly number[];
}

const goingOn = ({ onOwnCluster = true, stopping = [] }: Around = {}): Promise<readonly number[]> =>
  readRunsGoingOn(folder, {
    ...{ notStarted: [], onOwnCluster },
    askStopping: () => Promise.resolve(stopping),
  });

/** Job 2 ends as a pause stopped it: run 3 had begun, run 4 had not. */
async function stopJob(by: 'study' | 'reaper' = 'study'): Promise<void> {
  const run3 = { run: 3, attempt: 1, jobNumber: 2, values: {} };
  const outcome: RunOutcome = { ...run3, status: 'Failed', reason: 'stopped', message: '' };
  await folder.write(layout.jobStopped(2), { jobId: 'j2', by, at });
  await keepOutcomes(folder, 2, [outcome]);
}

/** What it costs at 1 USD a core hour to have four cores in each slot of the cluster in place of one. */
async function wider(stopping: readonly number[] = []): Promise<string> {
  const stored = await readStoredStudy(studies.store, 'paused-1');
  if (stored === undefined) throw new Error('Expected the study paused-1 to be kept');
  const stands = await planStoredStudy(studies.store, stored);
  const before = stands.study;
  const after = onHardware(before, { ...paidHardwareOf(before), coresPerSlot: 4 });
  const compares = { before, after };
  const waiting = await readJobsNotStarted(
    studies.store,
    stands,
    { study: after, plan: stands.plan },
    { withdraws: [] },
  );
  const runs = await goingOn({ stopping });
  const use = {
    ...{ ...compares, ...waiting, added: undefined, again: 0 },
    repeats: await countRepeats(folder, compares, [], runs),
    onCluster: await readOnCluster(studies.store, stored, compares),
  };
  const price = { amount: 1, currency: 'USD' };
  return moreWords(costOfAmendment(use, { before: price, after: price }, undefined));
}

it('are those of stopped jobs, begun or not, and of a job that was made for the cluster and not sent', async () => {
  await stopJob();
  expect(await goingOn()).toEqual([3, 4, 5, 6]);
  expect(await goingOn({ onOwnCluster: false })).toEqual([3, 4]);
});

it('are those of jobs that are being stopped, while the study still pauses', async () => {
  expect(await goingOn()).toEqual([5, 6]);
  expect(await goingOn({ stopping: [2] })).toEqual([3, 4, 5, 6]);
});

it('have a job of their own again once that was sent, and are counted where no job has them', async () => {
  await stopJob('reaper');
  await studies.begin('paused', 4, [3, 4]);
  await folder.write(layout.submitTried(4), { at });
  expect(await goingOn()).toEqual([5, 6]);
  await folder.write(layout.submitTried(3), { at });
  expect(await goingOn()).toEqual([]);
});

it('are none of what a person had stopped the study with, before it went on', async () => {
  await stopJob();
  await folder.write(layout.checkpoint, { jobs: 3, nextPlanned: 4 });
  expect(await goingOn()).toEqual([5, 6]);
});

it('are not those that their owner deleted on the platform, or that a later job has ended', async () => {
  const one = { run: 3, attempt: 1, jobNumber: 2, values: {} };
  await keepOutcomes(folder, 2, [
    { ...one, status: 'Failed', reason: 'stopped', message: '' },
    { ...one, run: 4, status: 'Done' },
  ]);
  await keepOutcomes(
    folder,
    4,
    [5, 6].map((run) => ({ ...one, run, jobNumber: 4, status: 'Done' })),
  );
  expect(await goingOn()).toEqual([]);
});

it('have the next cluster be another one, which is told though no planned run is left', async () => {
  // Eight cores for an hour, beside the two that are paid for.
  expect(await wider()).toMatch(/^at most 8\.00 USD more/u);
  expect(await wider([2])).toMatch(/^at most 8\.00 USD more/u);
  await stopJob();
  await keepAskedToEnd(studies.store, 'c1', new Date(at));
  // It was given back, and one of two cores would be made as the study stands.
  expect(await wider()).toMatch(/^at most 6\.00 USD more/u);
});

it('cost nothing more where every run has ended or runs to its end', async () => {
  await folder.write(layout.submitTried(3), { at });
  expect(await wider()).toBe('nothing more');
});
