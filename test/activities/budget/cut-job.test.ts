/** How a job is cut to what there is room for, and what is kept of it. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { completeCut, cutJob } from '../../../activities/budget/cut-job.ts';
import { layout, type DocumentFolder } from '../../../src/store/index.ts';
import type { Plan } from '../../../src/study/plan.ts';
import type { Study } from '../../../src/study/study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

/** Four slots of one core for an hour: a slot takes one core hour. */
const hardware = { coresPerSlot: 1, slots: 4, walltime: 1 };
const study = (changed: object = {}) =>
  ({ job: { hardware: { ...hardware, ...changed } } }) as unknown as Study;
/** Ten runs in each of two jobs. */
const plan = {
  jobs: [1, 2].map((jobNumber) => ({
    ...{ jobNumber, firstRun: 10 * jobNumber - 9, lastRun: 10 * jobNumber },
    ...{ usesCaseFile: false, expectedRuns: 10 },
  })),
} as unknown as Plan;
const firstTry = (run: number) => ({ run, attempt: 1, spent: {} });

const cut = (jobNumber: number, room: number, { of = study(), spare = 7 } = {}) =>
  cutJob(folder, { study: of, plan }, { jobNumber, spare, room });
const numbersOf = (runs: readonly { readonly run: number }[] = []) => runs.map(({ run }) => run);

it('takes as many runs as the slots that fit take in the time of the whole', async () => {
  // Ten runs in four slots are three turns: six in two slots.
  expect(await cut(2, 2.5)).toMatchObject({ slots: 2, spare: 7 });
  const { runs, rest } = await folder.read(layout.jobCut(2));
  expect(runs).toEqual([11, 12, 13, 14, 15, 16].map(firstTry));
  expect(rest).toEqual([17, 18, 19, 20].map(firstTry));
  expect(await folder.read(layout.retryChoice(2))).toEqual({ runs, slots: 2 });
  expect(await folder.read(layout.retryChoice(7))).toEqual({ runs: rest });
});

it('leaves nothing for another job where fewer slots take all runs in the same time', async () => {
  await folder.write(layout.retryChoice(3), { runs: [1, 2, 3].map(firstTry) });
  expect(await cut(3, 3)).toMatchObject({ slots: 3, rest: [] });
  expect(await folder.has(layout.retryChoice(7))).toBe(false);
});

it('stays as it was cut first, whatever there is room for by then', async () => {
  const first = await cut(1, 1);
  expect(numbersOf(first?.runs)).toEqual([1, 2, 3]);
  expect(await cut(1, 4, { spare: 8 })).toEqual(first);
  expect(await folder.has(layout.retryChoice(8))).toBe(false);
});

it.each([
  ['not one slot fits', 1, 0.9, study()],
  ['nothing bounds what it takes', 1, 4, study({ walltime: undefined })],
  ['nobody knows its runs', 3, 4, study()],
])('is not cut where %s', async (_, jobNumber, room, of) => {
  expect(await cut(jobNumber, room, { of })).toBeUndefined();
  expect(await folder.has(layout.jobCut(jobNumber))).toBe(false);
  expect(await folder.has(layout.retryChoice(jobNumber))).toBe(false);
  expect(await completeCut(folder, jobNumber)).toBeUndefined();
});

it('a slot that fits exactly is taken', async () => {
  expect(await cut(1, 1)).toMatchObject({ slots: 1 });
});

it('keeps a choice that has its slots already, and gives slots to one that has none', async () => {
  await cut(1, 1);
  const made = { runs: [firstTry(9)], slots: 3 };
  await folder.write(layout.retryChoice(1), made);
  await completeCut(folder, 1);
  expect(await folder.read(layout.retryChoice(1))).toEqual(made);
  await folder.write(layout.retryChoice(1), { runs: [firstTry(9)] });
  await completeCut(folder, 1);
  expect(await folder.read(layout.retryChoice(1))).toMatchObject({ slots: 1 });
  expect(numbersOf((await folder.read(layout.jobCut(1))).runs)).toEqual([1, 2, 3]);
});
