/** What is left of a study's plan where other studies have some of its runs. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  findReusedOutcomes,
  keepOutcomes,
  layout,
  planWithoutReused,
  readSharing,
  reusedJobNumber,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const studyThat = (more: object) => ({ execution: { runsPerJob: 2, ...more } }) as unknown as Study;
const reuses = studyThat({ reuse: true });
const job = (jobNumber: number, firstRun: number) => ({
  ...{ jobNumber, firstRun, lastRun: firstRun + 1, usesCaseFile: false, expectedRuns: 2 },
});
const plan = {
  ...{ runCount: 4, includesNominalRun: false, jobs: [job(1, 1), job(2, 3)] },
} as unknown as Plan;
const outcome = (run: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: reusedJobNumber, status: 'Done', values: {} },
});

describe('the plan of a study that reuses runs', () => {
  it('is whole and undecided before what it reuses is told, and decided of one that reuses none', async () => {
    expect(await planWithoutReused(folder, reuses, plan)).toEqual({ plan, isDecided: false });
    expect(await planWithoutReused(folder, studyThat({}), plan)).toEqual({ plan, isDecided: true });
    expect(await findReusedOutcomes(folder)).toBeUndefined();
  });

  it('is without the runs that are reused and those that are waited for', async () => {
    await keepOutcomes(folder, reusedJobNumber, [outcome(1)]);
    const refused = { studyId: 'old-1', run: 1, why: 'its file is gone' };
    await folder.write(layout.reuse, [
      { kind: 'awaited', run: 3, awaits: { studyId: 'old-1', run: 2 } },
      { kind: 'refused', run: 4, refused: [refused] },
      { kind: 'givenUp', run: 2, givenUp: refused },
    ]);
    const { plan: rest, isDecided } = await planWithoutReused(folder, reuses, plan);
    expect([isDecided, rest.jobs.map(runsOfJob)]).toEqual([true, [[2, 4]]]);
    expect(await findReusedOutcomes(folder)).toEqual([outcome(1)]);
  });

  it('is as it was where nothing is reused, once that is decided', async () => {
    await keepOutcomes(folder, reusedJobNumber, []);
    expect(await planWithoutReused(folder, reuses, plan)).toEqual({ plan, isDecided: true });
  });
});

it('a study has left no planned job to others before it says so', async () => {
  expect(await readSharing(folder)).toEqual({ leftOut: [] });
  await folder.write(layout.sharing, { leftOut: [2], onlyAbove: 4 });
  expect(await readSharing(folder)).toEqual({ leftOut: [2], onlyAbove: 4 });
});
