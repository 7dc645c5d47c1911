import { beforeEach, describe, expect, it } from 'vitest';
import { costOfAmendment, moreWords } from '../../../src/cli/amend/amendment-cost.ts';
import { findReusable } from '../../../src/cli/amend/find-reusable.ts';
import {
  readJobsNotStarted,
  type JobsNotStarted,
} from '../../../src/cli/amend/jobs-not-started.ts';
import {
  planStoredStudy,
  type PlannedStoredStudy,
} from '../../../src/cli/studies/open-stored-study.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const mended = 'sh mended.sh ${x}';

let studies: SharingStudies;
beforeEach(async () => {
  let clean = (): void => undefined;
  studies = new SharingStudies(await temporaryStore((remove) => (clean = remove)));
  return () => clean();
});

async function planned(studyId: string): Promise<PlannedStoredStudy> {
  const stored = await readStoredStudy(studies.store, studyId);
  if (stored === undefined) throw new Error(`Expected the study ${studyId} to be kept`);
  return planStoredStudy(studies.store, stored);
}

/** What is left of study `two-1` where it becomes one as `like` is. */
async function waiting(like: string, withdraws: readonly number[] = []): Promise<JobsNotStarted> {
  const { study, plan } = await planned(`${like}-1`);
  return readJobsNotStarted(studies.store, await planned('two-1'), { study, plan }, { withdraws });
}

/** What it costs at a price of 0.5 USD. */
async function words(like: string): Promise<string> {
  const [stands, { study, plan }] = [await planned('two-1'), await planned(`${like}-1`)];
  const use = { ...(await waiting(like)), added: undefined };
  const amended = { study, plan };
  const reused = await findReusable(studies.store, stands, amended, { ...use, back: [] });
  const price = { amount: 0.5, currency: 'USD' };
  const compared = { ...use, before: stands.study, after: study, again: 0, reused };
  return moreWords(costOfAmendment(compared, { before: price, after: price }, undefined));
}

describe('runs of a study that wait for those of another', () => {
  beforeEach(async () => {
    await studies.start('one', { rows: [1, 2, 3] });
    // Its last two runs are its own.
    await studies.start('two', { rows: [1, 2, 3, 4, 5] });
  });

  it('are its own once an amendment changes what decides their results, and cost what their jobs do', async () => {
    await studies.start('other', {
      rows: [1, 2, 3, 4, 5],
      command: mended,
      execution: 'runsPerJob: 2',
    });
    const { notStarted, left, runs } = await waiting('other');
    expect(notStarted.map(({ expectedRuns }) => expectedRuns)).toEqual([2]);
    expect(left.map(({ expectedRuns }) => expectedRuns)).toEqual([2, 2, 1]);
    expect(runs).toBe(5);
    expect(await words('other')).toMatch(/^at most 1\.00 USD more/u);
  });

  it('go on waiting, for nothing, where their results stay what they are', async () => {
    await studies.start('same', { rows: [1, 2, 3, 4, 5], execution: 'runsPerJob: 1' });
    expect(await waiting('same')).toMatchObject({ left: [{ expectedRuns: 2 }], runs: 2 });
    expect(await words('same')).toBe('nothing more');
  });

  it('cost nothing where the amendment withdraws them, or other studies have finished them as amended', async () => {
    await studies.start('other', { rows: [1, 2, 3, 4, 5], command: mended });
    expect(await waiting('other', [1, 2])).toMatchObject({ runs: 3 });
    await studies.end('other', 1, [1, 2, 3, 4, 5]);
    // The job that it would have run itself is spared, too.
    expect(await words('other')).toBe('up to 0.50 USD less');
  });

  it('are not counted where the changed study has them no more, which is refused elsewhere', async () => {
    await studies.start('other', { rows: [1, 2], command: mended });
    expect(await waiting('other')).toMatchObject({ runs: 4 });
    expect(await words('other')).toMatch(/^at most 0\.50 USD more/u);
  });

  it('are waited for no more once the study has ended', async () => {
    await studies.start('other', { rows: [1, 2, 3, 4, 5], command: mended });
    await studies.close('two');
    expect(await waiting('other')).toMatchObject({ left: [{ expectedRuns: 2 }] });
  });
});
