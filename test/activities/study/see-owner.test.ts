/** What is seen of a study that another one waits for: what it has done, and why a run of it isn't waited for. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { seeOwner } from '../../../activities/study/see-owner.ts';
import { keysByRun } from '../../../src/study-file/index.ts';
import { layout } from '../../../src/store/index.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let clean: () => void = () => undefined;
let studies: SharingStudies;
/** Keys of the runs of `one`. */
let keys: ReadonlyMap<number, string>;
beforeEach(async () => {
  clean();
  studies = new SharingStudies(await temporaryStore((after) => (clean = after)));
  await studies.start('one', { rows: [1, 2, 3] });
  const { keysOfRuns } = await studies.dependencies.studyCache.get('one-1');
  keys = await keysByRun(keysOfRuns([1, 2, 3]));
});
afterAll(() => {
  clean();
});

const see = (studyId = 'one-1') =>
  seeOwner(studies.dependencies, studies.store.study('two-1'), studyId);
/** Why each of its three runs isn't waited for. */
const whyNot = async () => {
  const owner = await see();
  return [1, 2, 3].map((run) => owner.whyNot(run, keys.get(run)));
};
/** A job that has these runs is on the platform. */
async function submit(runs: readonly number[]): Promise<void> {
  await studies.begin('one', 1, runs);
  const folder = studies.store.study('one-1');
  await folder.write(layout.submitTried(1), { at: studies.now.toISOString() });
  await folder.create(layout.platformJob(1), { jobId: 'j1' });
}
const pass = (hours: number): void => {
  studies.now = new Date(studies.now.getTime() + hours * 3_600_000);
};

describe('a study whose workflow is open', () => {
  it('is waited for with all that it claims, and no other run', async () => {
    expect(await whyNot()).toEqual([undefined, undefined, undefined]);
    const owner = await see();
    expect(owner).toMatchObject({ isOver: false, isNews: false });
    const others = [owner.whyNot(1, keys.get(2)), owner.whyNot(9, 'k'), owner.whyNot(1, undefined)];
    expect(others).toEqual(Array(3).fill('it does not run them with these files'));
  });

  it('tells what it has done, by what decided the results', async () => {
    await studies.end('one', 4, [2]);
    const { done } = await see();
    expect([...done.keys()]).toEqual([2]);
    expect(done.get(2)).toEqual([
      {
        key: keys.get(2),
        from: expect.objectContaining({
          ...{ studyId: 'one-1', run: 2, attempt: 1, jobNumber: 4 },
        }) as object,
      },
    ]);
  });

  it('is given up after a day in which it ended no run', async () => {
    await see();
    pass(24);
    expect(await whyNot()).toEqual([undefined, undefined, undefined]);
    pass(0.1);
    expect(await whyNot()).toEqual(Array(3).fill('it has ended no run for a day'));
    expect((await see()).isOver).toBe(true);
    // A run that ends begins another day.
    await studies.end('one', 4, [2]);
    expect(await whyNot()).toEqual([undefined, undefined, undefined]);
  });

  it('isn’t waited for with runs that it took over itself', async () => {
    await studies.store
      .study('one-1')
      .write(layout.outcomes(0), [
        { run: 3, attempt: 1, jobNumber: 0, status: 'Done', values: { y: 1 } },
      ]);
    expect(await whyNot()).toEqual([undefined, undefined, 'it did not run them either']);
  });
});

it('a study that has ended gives nothing more, which is news to nobody', async () => {
  await studies.close('one');
  expect(await see()).toMatchObject({ isOver: true, isNews: false });
  expect(await whyNot()).toEqual(Array(3).fill('it ended without them'));
  expect(await studies.store.study('two-1').has(layout.awaited)).toBe(false);
});

it('a study whose workflow is gone is waited for with what its jobs have, for an hour', async () => {
  await submit([1, 2]);
  studies.open.clear();
  const noJob = 'its workflow is gone, and no job of it has them';
  expect((await see()).isNews).toBe(true);
  pass(1);
  expect(await whyNot()).toEqual([undefined, undefined, noJob]);
  pass(0.1);
  const late = 'its workflow is gone, and for an hour nobody collected what its jobs gave';
  expect(await whyNot()).toEqual([late, late, noJob]);
  expect(await see()).toMatchObject({ isOver: true, isNews: false });
});
