import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addedRuns } from '../../../activities/study/added-runs.ts';
import { describeSharing, renewSharing } from '../../../activities/study/renew-sharing.ts';
import { reuseRuns } from '../../../activities/study/reuse-runs.ts';
import { layout, readAttempts } from '../../../src/store/index.ts';
import { dyingStore } from '../../kit/dying-store.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let cleanings: (() => void)[] = [];
let studies: SharingStudies;
const freshStudies = async () =>
  new SharingStudies(await temporaryStore((clean) => cleanings.push(clean)));
beforeEach(async () => {
  for (const clean of cleanings) clean();
  cleanings = [];
  studies = await freshStudies();
});
afterAll(() => {
  for (const clean of cleanings) clean();
});

const mended = 'sh mended.sh ${x}';
const rows = (last: number, first = 1) =>
  Array.from({ length: last + 1 - first }, (_, index) => first + index);

const renew = async (name: string, inFlight: readonly number[] = [], on = studies) => {
  const studyId = `${name}-1`;
  await renewSharing(on.dependencies, { studyId, revision: 2, inFlight });
  return describeSharing(on.dependencies, studyId);
};
const leftToRun = async (name: string, on = studies) => {
  const studyId = `${name}-1`;
  const known = new Set((await readAttempts(on.store.study(studyId))).flat().map(({ run }) => run));
  return (await addedRuns(on.dependencies, studyId, known)).map(({ run }) => run);
};
const sources = async (name: string, on = studies) =>
  ((await on.store.study(`${name}-1`).find(layout.outcomes(0))) ?? []).map(
    ({ run, revision, reusedFrom }) => [run, revision, `${reusedFrom?.studyId}/${reusedFrom?.run}`],
  );

describe('a study that is amended while it runs', () => {
  it('claims what it runs from then on: who starts later waits for it', async () => {
    await studies.start('one', { rows: rows(4) });
    await studies.amend('one', { rows: rows(8), command: mended });
    // Job 1 was started before, though the store has nothing of it yet.
    const shared = await renew('one', [1]);
    expect(shared).toMatchObject({ reused: 0, hasAdded: true, awaited: { runs: 0 } });
    const later = await studies.start('two', { rows: rows(8), command: mended });
    expect(later).toMatchObject({ awaited: { runs: 6, studies: ['one-1'] } });
    expect(await studies.claims('two')).toEqual([1, 2]);
    const before = await studies.start('three', { rows: rows(4) });
    expect(before).toMatchObject({ awaited: { runs: 2, studies: ['one-1'] } });
  });

  it('gives up what it does not run any more: who waited for that goes on at once', async () => {
    await studies.start('one', { rows: rows(4) });
    await studies.start('two', { rows: rows(4) });
    await studies.amend('one', { rows: rows(4), command: mended });
    await studies.begin('one', 1, [1, 2]);
    await renew('one');
    expect(await studies.wait('two')).toMatchObject({ rest: 2, awaited: { runs: 2 } });
    await studies.end('one', 1, [1, 2]);
    expect(await studies.wait('two', 10)).toMatchObject({ reused: 2 });
  });

  it('takes added runs that another study has finished, with their revision', async () => {
    await studies.start('old', { rows: rows(6, 5) });
    await studies.end('old', 1, [1, 2]);
    await studies.start('one', { rows: rows(4) });
    await studies.amend('one', { rows: rows(6) });
    const shared = await renew('one');
    expect(shared).toMatchObject({ reused: 2, awaited: { runs: 0 } });
    expect(shared).not.toHaveProperty('hasAdded');
    expect(shared.notes).toEqual([
      expect.stringMatching(/^2 runs are not run again.*old-1 \(2\)/u),
    ]);
    expect(await sources('one')).toEqual([
      [5, 2, 'old-1/1'],
      [6, 2, 'old-1/2'],
    ]);
    expect(await leftToRun('one')).toEqual([]);
    expect(await renew('one')).toEqual(shared);
  });

  it('waits for added runs that another study is about to run', async () => {
    await studies.start('one', { rows: rows(4) });
    await studies.start('two', { rows: rows(6, 5) });
    await studies.amend('one', { rows: rows(7) });
    expect(await renew('one')).toMatchObject({ awaited: { runs: 2, studies: ['two-1'] } });
    expect(await leftToRun('one')).toEqual([7]);
    const waiting = studies.wait('one', 9, 2);
    await studies.end('two', 1, [1, 2]);
    expect(await waiting).toMatchObject({ reused: 2, rest: 0 });
    expect(await sources('one')).toEqual([
      [5, 2, 'two-1/1'],
      [6, 2, 'two-1/2'],
    ]);
  });

  it('leaves out planned jobs of which another study has runs, and runs the rest of them', async () => {
    await studies.start('old', { rows: [3, 9], command: mended });
    await studies.end('old', 1, [1]);
    await studies.start('one', { rows: rows(6) });
    await studies.amend('one', { rows: rows(6), command: mended });
    const shared = await renew('one', [1]);
    expect(shared).toMatchObject({ reused: 1, emptyJobs: [{ first: 2, last: 2 }], hasAdded: true });
    expect(await sources('one')).toEqual([[3, 2, 'old-1/1']]);
    expect(await leftToRun('one')).toEqual([4]);
    expect(await studies.claims('one')).toEqual([1, 2, 4, 5, 6]);
  });

  it('gives up and looks for nothing that is withdrawn', async () => {
    await studies.start('old', { rows: [6] });
    await studies.end('old', 1, [1]);
    await studies.start('one', { rows: rows(5) });
    await studies.start('two', { rows: rows(4) });
    await studies.amend('one', { rows: rows(7) }, { withdraws: [3, 6] });
    expect(await renew('one')).toMatchObject({ reused: 0, hasAdded: true });
    expect(await studies.claims('one')).toEqual([1, 2, 4, 5, 7]);
    expect(await leftToRun('one')).toEqual([7]);
    expect(await studies.wait('two')).toMatchObject({ rest: 1, awaited: { runs: 3 } });
  });

  it('never leaves out its canary', async () => {
    await studies.start('old', { rows: [1, 3], command: mended });
    await studies.end('old', 1, [1, 2]);
    const execution = 'reuse: true, runsPerJob: 1, canary: 1';
    await studies.start('one', { rows: rows(3), execution });
    await studies.amend('one', { rows: rows(3), command: mended, execution });
    expect(await renew('one')).toMatchObject({ reused: 1, emptyJobs: [{ first: 3, last: 3 }] });
  });

  it('runs itself what it is asked to run again, and claims that', async () => {
    await studies.start('old', { rows: [1], command: mended });
    await studies.end('old', 1, [1]);
    await studies.start('one', { rows: rows(2) });
    await studies.end('one', 1, [1, 2]);
    await studies.amend('one', { rows: rows(2), command: mended }, { runs: [1, 2] });
    expect(await renew('one')).toMatchObject({ reused: 0 });
    const later = await studies.start('two', { rows: [2], command: mended });
    expect(later).toMatchObject({ awaited: { runs: 1, studies: ['one-1'] } });
  });

  it('looks for runs that it waits for as they are now', async () => {
    await studies.start('one', { rows: rows(2) });
    await studies.start('two', { rows: rows(4) });
    await studies.amend('two', { rows: rows(4), command: mended });
    await renew('two');
    expect(await studies.wait('two', 9, 2)).toMatchObject({ rest: 2, awaited: { runs: 0 } });
  });

  it('has the same in the end, wherever a worker dies on the way', async () => {
    const ends: unknown[] = [];
    for (let deadAfter = 1; ; deadAfter += 1) {
      const on = await freshStudies();
      await on.start('old', { rows: [3, 7], command: mended });
      await on.end('old', 1, [1, 2]);
      await on.start('other', { rows: [8], command: mended });
      await on.start('one', { rows: rows(4) });
      await on.amend('one', { rows: rows(8), command: mended });
      const dying = dyingStore(on.store, deadAfter);
      const first = await renewSharing(
        { ...on.dependencies, store: dying },
        { studyId: 'one-1', revision: 2, inFlight: [1] },
      ).then(
        () => 'done',
        (error: unknown) => String(error),
      );
      const shared = await renew('one', [1], on);
      ends.push([
        shared,
        await sources('one', on),
        await leftToRun('one', on),
        await on.claims('one'),
      ]);
      if (first === 'done') break;
      expect(first).toBe('Error: the worker died');
    }
    expect(ends.length).toBeGreaterThan(5);
    for (const end of ends) expect(end).toEqual(ends.at(-1));
    expect(ends[0]).toMatchObject([
      {
        reused: 2,
        emptyJobs: [{ first: 2, last: 2 }],
        hasAdded: true,
        awaited: { runs: 1, studies: ['other-1'] },
      },
      [
        [3, 2, 'old-1/1'],
        [7, 2, 'old-1/2'],
      ],
      [4, 5, 6],
      [1, 2, 4, 5, 6],
    ]);
  });
});

describe('a study that goes on after its end', () => {
  const start = (ticket: string, isOnlyAmended = false) =>
    reuseRuns(studies.dependencies, 'one-1', { ticket, isOnlyAmended });

  it('looks once at what others have run meanwhile, before it pays', async () => {
    await studies.start('one', { rows: rows(6) });
    await start('t1');
    await studies.start('two', { rows: rows(4, 3) });
    await studies.close('one');
    expect(await studies.wait('two')).toMatchObject({ rest: 2 });
    await studies.end('two', 9, [1, 2]);
    await studies.begin('one', 1, [1, 2]);
    studies.open.add('one-1');
    await studies.store.study('one-1').remove(layout.status);
    expect(await start('t2')).toMatchObject({ count: 2, awaited: { runs: 0 } });
    expect(await sources('one')).toEqual([
      [3, undefined, 'two-1/1'],
      [4, undefined, 'two-1/2'],
    ]);
    expect(await studies.store.study('one-1').read(layout.sharing)).toEqual({
      leftOut: [2],
      ticket: 't2',
    });
    expect(await start('t2')).toMatchObject({ count: 2 });
  });

  it('waits for runs that were added alone, where it was started for those', async () => {
    await studies.start('two', { rows: [1, 7] });
    await studies.start('one', { rows: rows(4) });
    await studies.close('one');
    await studies.amend('one', { rows: rows(7) });
    studies.open.add('one-1');
    await studies.store.study('one-1').remove(layout.status);
    expect(await start('t1', true)).toMatchObject({ awaited: { runs: 1, studies: ['two-1'] } });
    expect(await leftToRun('one')).toEqual([5, 6]);
    expect(await start('t2')).toMatchObject({ awaited: { runs: 2 } });
  });
});
