import { afterAll, expect, it } from 'vitest';
import { renewSharedRuns } from '../../../activities/study/renew-shared-runs.ts';
import { layout } from '../../../src/store/index.ts';
import { dyingStore } from '../../kit/dying-store.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const rows = (last: number, first = 1) =>
  Array.from({ length: last + 1 - first }, (_, index) => first + index);
const run = { signal: AbortSignal.timeout(60_000), show: () => undefined, attempt: 1 };
const hour = 3_600_000;

const cleanings: (() => void)[] = [];
afterAll(() => {
  for (const clean of cleanings) clean();
});
const freshStudies = async () =>
  new SharingStudies(await temporaryStore((clean) => cleanings.push(clean)));

/** Study one is paused after its first job of two runs; two waits for six of its runs, has run two of them after a day, and is about to run the others. */
async function pausedForDays(): Promise<SharingStudies> {
  const studies = await freshStudies();
  await studies.start('one', { rows: rows(8) });
  await studies.start('two', { rows: rows(8, 3) });
  await studies.end('one', 1, [1, 2]);
  await studies.wait('two').catch(() => undefined);
  studies.now = new Date(studies.now.getTime() + 30 * hour);
  await studies.wait('two', 9);
  await studies.end('two', 9, [1, 2]);
  return studies;
}

it('takes what another study has done while this one was paused, and waits for what that runs', async () => {
  const studies = await pausedForDays();
  const shared = await renewSharedRuns(
    studies.dependencies,
    { studyId: 'one-1', inFlight: [] },
    run,
  );
  expect(shared).toMatchObject({ reused: 2, awaited: { runs: 4, studies: ['two-1'] } });
  expect(shared.notes).toEqual([expect.stringMatching(/^2 runs are not run again.*two-1 \(2\)/u)]);
  expect(shared.emptyJobs).toEqual([{ first: 2, last: 4 }]);
  expect(await studies.claims('one')).toEqual([1, 2]);
  const again = await renewSharedRuns(
    studies.dependencies,
    { studyId: 'one-1', inFlight: [] },
    run,
  );
  expect(again).toEqual(shared);
});

it('keeps what nobody else has, and what its jobs in flight are to give', async () => {
  const studies = await freshStudies();
  await studies.start('one', { rows: rows(6) });
  await studies.end('one', 1, [1, 2]);
  await studies.begin('one', 2, [3, 4]);
  await studies.start('old', { rows: [3, 4], execution: 'reuse: false' });
  await studies.end('old', 1, [1, 2]);
  const shared = await renewSharedRuns(
    studies.dependencies,
    { studyId: 'one-1', inFlight: [2] },
    run,
  );
  expect(shared).toMatchObject({ reused: 0, awaited: { runs: 0 } });
  expect(shared).not.toHaveProperty('emptyJobs');
  expect(await studies.store.study('one-1').find(layout.outcomes(0))).toEqual([]);
  expect(await studies.claims('one')).toEqual([1, 2, 3, 4, 5, 6]);
});

it('has the same in the end, wherever a worker dies on the way', async () => {
  const target = { studyId: 'one-1', inFlight: [] };
  const ends: unknown[] = [];
  for (let deadAfter = 1; ; deadAfter += 1) {
    const { dependencies, store, claims } = await doneByOther();
    const dying = { ...dependencies, store: dyingStore(store, deadAfter) };
    const first = await renewSharedRuns(dying, target, run).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    const shared = await renewSharedRuns(dependencies, target, run);
    const outcomes = (await store.study('one-1').find(layout.outcomes(0))) ?? [];
    ends.push([shared, outcomes.map(({ run: taken }) => taken), await claims()]);
    if (first === 'done') break;
    expect(first).toBe('Error: the worker died');
  }
  expect(ends.length).toBeGreaterThan(4);
  for (const end of ends) expect(end).toEqual(ends.at(-1));
  expect(ends[0]).toMatchObject([
    { reused: 2, emptyJobs: [{ first: 2, last: 3 }], hasAdded: true, awaited: { runs: 1 } },
    [3, 4],
    [1, 2, 6, 7, 8],
  ]);
});

/** Study one has done its first job; of its other runs another one has done two, and a third is about to run one. */
async function doneByOther() {
  const studies = await freshStudies();
  await studies.start('one', { rows: rows(8) });
  await studies.end('one', 1, [1, 2]);
  await studies.start('old', { rows: [3, 4], execution: 'reuse: false' });
  await studies.end('old', 1, [1, 2]);
  studies.open.delete('one-1');
  await studies.start('other', { rows: [5] });
  studies.open.add('one-1');
  const { dependencies, store } = studies;
  return { dependencies, store, claims: () => studies.claims('one') };
}
