/** What an amendment counts of the runs that earlier ones added: they run, and are paid for, as the study stands once they begin. */
import { beforeEach, expect, it } from 'vitest';
import { costOfAmendment, moreWords } from '../../../src/cli/amend/amendment-cost.ts';
import { readAddedBefore } from '../../../src/cli/amend/added-before.ts';
import {
  readJobsNotStarted,
  type JobsNotStarted,
} from '../../../src/cli/amend/jobs-not-started.ts';
import { tellNoRoom } from '../../../src/cli/amend/room-in-budget.ts';
import {
  planStoredStudy,
  type PlannedStoredStudy,
} from '../../../src/cli/studies/open-stored-study.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { onHardware, paidHardwareOf } from '../../../src/study/paid-hardware.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const execution = 'runsPerJob: 2, maxCost: 4';
const studyId = 'grown-1';

let studies: SharingStudies;
beforeEach(async () => {
  let clean = (): void => undefined;
  studies = new SharingStudies(await temporaryStore((remove) => (clean = remove)));
  // Both planned jobs are made; three runs are added, and none of them has begun.
  await studies.start('grown', { rows: [1, 2, 3, 4], execution });
  await studies.end('grown', 1, [1, 2]);
  await studies.begin('grown', 2, [3, 4]);
  await studies.amend('grown', { rows: [1, 2, 3, 4, 5, 6, 7], execution });
  return () => clean();
});

async function stands(revision: number): Promise<PlannedStoredStudy> {
  const stored = await readStoredStudy(studies.store, studyId);
  if (stored === undefined) throw new Error(`Expected the study ${studyId} to be kept`);
  return planStoredStudy(studies.store, stored, revision);
}

/** What is left where a later amendment gives the study four times the cores. */
async function wider(withdraws: readonly number[] = []) {
  const before = await stands(2);
  const study = onHardware(before.study, { ...paidHardwareOf(before.study), coresPerSlot: 4 });
  const waiting = await readJobsNotStarted(
    studies.store,
    before,
    { study, plan: before.plan },
    { withdraws },
  );
  return { before: before.study, after: study, waiting };
}

const sizes = (jobs: JobsNotStarted['left']): readonly number[] =>
  jobs.map(({ expectedRuns }) => expectedRuns);

it('runs that were added and have not begun are counted, in the jobs that they become', async () => {
  const { waiting } = await wider();
  expect(waiting).toMatchObject({ runs: 3 });
  expect([waiting.notStarted, waiting.left, waiting.added].map(sizes)).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
});

it('their cost is that of the later amendment, and the limit has to have room for it', async () => {
  const { before, after, waiting } = await wider();
  const price = { amount: 1, currency: 'USD' };
  const use = { ...waiting, before, after, added: undefined, again: 0 };
  const cost = costOfAmendment(use, { before: price, after: price }, undefined);
  // Two jobs of one slot for an hour: four core hours each in place of one.
  expect(moreWords(cost)).toMatch(/^at most 6\.00 USD more/u);
  const limited = { studyId, before, after, price, isOver: false };
  expect(await tellNoRoom(studies.store, limited, cost)).toMatch(
    /^0\.00 of 4\.00 are committed: the study may pause before all of it has run/u,
  );
});

it('those that the later amendment withdraws cost nothing any more', async () => {
  const { waiting } = await wider([5, 6, 7]);
  expect([waiting.notStarted, waiting.left, waiting.added].map(sizes)).toEqual([[2, 1], [], []]);
});

it('those that an earlier one withdrew, that have ended or that a job was made of are not among them', async () => {
  expect(await readAddedBefore(studies.store, await stands(2))).toEqual([5, 6, 7]);
  await studies.begin('grown', 3, [5]);
  await studies.end('grown', 4, [6], 2);
  expect(await readAddedBefore(studies.store, await stands(2))).toEqual([7]);
  await studies.amend('grown', { rows: [1, 2, 3, 4, 5, 6, 7], execution }, { withdraws: [7] });
  expect(await readAddedBefore(studies.store, await stands(3))).toEqual([]);
});

it('a study of which nothing was added has none', async () => {
  expect(await readAddedBefore(studies.store, await stands(1))).toEqual([]);
});
