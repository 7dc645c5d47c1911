import { beforeEach, expect, it } from 'vitest';
import { countOutcomes } from '../../../activities/archive/count-outcomes.ts';
import { factsOfRow } from '../../../activities/archive/facts-of-row.ts';
import { readStudies } from '../../../activities/archive/studies-of-jobs.ts';
import type { JobOutcome } from '../../../src/archive/index.ts';
import type { JobListItem } from '../../../src/platform-api/index.ts';
import { layout, searchTag, type Store } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

const facts = (row: object, study?: { id: string; name: string; open: boolean }) =>
  factsOfRow({ name: 'beam', ...row } as unknown as JobListItem, study);

it('a rule is told what the list’s row has, and nothing of what it leaves out', () => {
  const given = { owner: 'me', analysisNames: ['Own'], dateInserted: '2026-01-01T00:00:00Z' };
  expect(facts(given)).toEqual({
    ...{ name: 'beam', owner: 'me', analysisNames: ['Own'], insertedAt: '2026-01-01T00:00:00Z' },
  });
  expect(facts({ owner: null, analysisNames: null, dateInserted: null })).toEqual({ name: 'beam' });
});

it('a row tells whether its job was completed, where it says that it has ended', () => {
  const completed = (content?: string) =>
    facts(content === undefined ? {} : { jobStatus: { content } }).completed;
  expect(['Completed', 'Failed', 'Executing', undefined].map(completed)).toEqual([
    ...[true, false, undefined, undefined],
  ]);
});

it('a job’s study is the one of this store, or by its name one of another engine', () => {
  const name = `my beam job 12 s${'0'.repeat(12)} j${'1'.repeat(12)}`;
  const known = { id: 'beam-1', name: 'beam', open: false };
  expect(facts({ name }, known).study).toEqual(known);
  expect(facts({ name }).study).toEqual({ id: 'my beam', name: 'my beam' });
  for (const other of [`${name} copy`, `beam job s${'0'.repeat(12)}`, 'beam']) {
    expect(facts({ name: other }).study).toBeUndefined();
  }
});

it('a study of the store is known by the word in its jobs’ names, and is open until it has ended', async () => {
  const keep = (studyId: string) =>
    store.study(studyId).write(layout.snapshot, {
      ...{ formatVersion: 1, studyId, studyName: 'beam', planHash: 'p' },
      ...{ createdAt: '2026-01-01T00:00:00Z', engineVersion: '0', files: [] },
      studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
    });
  const job = (studyId: string): string => `beam job 1 ${searchTag(studyId)} j${'1'.repeat(12)}`;
  for (const studyId of ['open-1', 'ended-1', 'resumed-1']) await keep(studyId);
  for (const studyId of ['ended-1', 'resumed-1']) {
    await store.study(studyId).sink(layout.status)(['{}']);
  }
  await store.study('resumed-1').write(layout.starting, { kind: 'again', at: '' });
  await store.study('gone-1').sink(layout.checkpoint)(['{}']);
  const studyOf = await readStudies(store);
  expect(await studyOf(job('open-1'))).toEqual({ id: 'open-1', name: 'beam', open: true });
  expect(await studyOf(job('ended-1'))).toMatchObject({ open: false });
  expect(await studyOf(job('resumed-1'))).toMatchObject({ open: true });
  // A word that only looks like one before it, and studies without a snapshot.
  expect(await studyOf(`s${'f'.repeat(12)} ${job('ended-1')}`)).toMatchObject({ id: 'ended-1' });
  for (const name of [job('gone-1'), job('elsewhere-1'), 'beam', `x${searchTag('open-1')}`]) {
    expect(await studyOf(name)).toBeUndefined();
  }
  // Each is read once, as a pass sees it.
  await store.study('open-1').remove(layout.snapshot);
  expect(await studyOf(job('open-1'))).toMatchObject({ id: 'open-1' });
});

it('outcomes are counted by what became of the jobs', () => {
  const outcome = (what: string, files: number, bytes: number): JobOutcome =>
    ({ jobId: what, outcome: what, files, bytes }) as unknown as JobOutcome;
  const outcomes = [
    ...[outcome('proven', 2, 10), outcome('proven', 1, 5)],
    ...[outcome('failed', 0, 0), outcome('refused', 0, 0), outcome('left', 0, 0)],
  ];
  expect(countOutcomes(outcomes, 'proven')).toMatchObject({ jobs: 2, files: 3, bytes: 15 });
  expect(countOutcomes([], 'proven')).toEqual({ jobs: 0, files: 0, bytes: 0, failed: 0 });
  expect(countOutcomes(outcomes, 'proven').failed).toBe(2);
});
