/** Which finished runs may stand for others, and in which order: those that are done and whose files can be compared. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  chooseFinishedRuns,
  finishedRunsOf,
  hashOfFileHashes,
  keepOutcomes,
  keepRunKeys,
  layout,
  nameOfAttempt,
  nameOfRun,
  type DocumentFolder,
  type Store,
  type WantedRuns,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

let clean: () => void = () => undefined;
let store: Store;
beforeEach(async () => {
  store = await temporaryStore((after) => (clean = after));
});
afterEach(() => {
  clean();
});

const keyOf = (letter: string): string => letter.repeat(64);
const files = { 'out.txt': 'a' };

/** A study of that day of May. */
async function place(studyId: string, day: number): Promise<DocumentFolder> {
  const folder = store.study(studyId);
  await folder.write(layout.snapshot, {
    ...{ formatVersion: 1, studyId, studyName: studyId, planHash: 'p', engineVersion: '1' },
    createdAt: `2026-05-${String(day).padStart(2, '0')}T12:00:00.000Z`,
    ...{ studyFile: { name: 'study.yaml', sha256: keyOf('a') }, files: [] },
  });
  return folder;
}

const outcome = (run: number, more: object = {}): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {}, files },
  ...more,
});

/** Collects a job whose runs, from `first` on, have the keys of these letters. */
async function collect(folder: DocumentFolder, jobNumber: number, letters: string, first = 1) {
  const outcomes = [...letters].map((_, index) => outcome(first + index, { jobNumber }));
  const keys = new Map([...letters].map((letter, index) => [first + index, keyOf(letter)]));
  await keepRunKeys(folder, jobNumber, outcomes, keys);
  await keepOutcomes(folder, jobNumber, outcomes);
}

/** What stands for the runs 1, 2, … that want the keys of these letters: such as `2 <- old-1 job 3 run 4`. */
async function choose(letters: string, wanted: Omit<WantedRuns, 'keys'> = {}) {
  const keys = new Map([...letters].map((letter, index) => [index + 1, keyOf(letter)]));
  const chosen = await chooseFinishedRuns(store, { keys, ...wanted });
  return chosen.map(
    ({ run, from }) => `${run} <- ${from.studyId} job ${from.jobNumber} run ${from.run}`,
  );
}

async function finished(folder: DocumentFolder) {
  const found: object[] = [];
  for await (const one of finishedRunsOf(folder)) found.push(one);
  return found;
}

describe('the runs of a collected job', () => {
  it('stand for none where they failed, have no hashes of their files or no key', async () => {
    const folder = store.study('beam-1');
    const outcomes = [
      outcome(1),
      outcome(2, { status: 'Failed', reason: 'timeout' }),
      outcome(3, { files: undefined }),
      outcome(4),
    ];
    const keys = new Map([1, 2, 3].map((run) => [run, keyOf(String(run))]));
    await keepRunKeys(folder, 1, outcomes, keys);
    // Not before the job's outcomes are there.
    expect(await finished(folder)).toEqual([]);
    await keepOutcomes(folder, 1, outcomes);
    const hash = hashOfFileHashes(files);
    expect(await finished(folder)).toEqual([
      { jobNumber: 1, run: 1, attempt: 1, key: keyOf('1'), files: hash },
    ]);
  });

  it('leave no record where none of them can stand for another', async () => {
    const folder = store.study('beam-1');
    await keepRunKeys(folder, 1, [outcome(1)], new Map());
    expect(await folder.has(layout.runKeys(1))).toBe(false);
  });

  it('come in the order of the jobs, beyond the ninth, and past what is damaged or is no record', async () => {
    const folder = store.study('beam-1');
    for (const jobNumber of [10, 2, 9]) await collect(folder, jobNumber, 'a', jobNumber);
    await collect(folder, 3, 'ab');
    // Torn in its last line.
    const line = layout
      .runKeys(3)
      .encode([{ run: 1, attempt: 1, key: keyOf('a'), files: keyOf('b') }]);
    await folder.sink(layout.runKeys(3))([line, line.slice(0, 20)]);
    await folder.sink({ name: 'keys/notes.txt' })(['nothing']);
    expect((await finished(folder)).map((one) => (one as { run: number }).run)).toEqual([2, 9, 10]);
  });
});

describe('the hash of a run’s files', () => {
  it('depends on every name and hash, and on no order', () => {
    const hash = hashOfFileHashes({ a: '1', b: '2', c: '3' });
    expect(hash).toMatch(/^[0-9a-f]{64}$/u);
    expect(hashOfFileHashes({ c: '3', a: '1', b: '2' })).toBe(hash);
    expect(hashOfFileHashes({ b: '2', c: '3', a: '1' })).toBe(hash);
    const others = [{ a: '1', b: '2' }, { a: '1', b: '3', c: '2' }, { a: '1', b: '2', d: '3' }, {}];
    expect(new Set([hash, ...others.map(hashOfFileHashes)]).size).toBe(5);
  });
});

describe('what stands for planned runs', () => {
  it('is of the newest study first, then of an older one, each finished run once', async () => {
    await collect(await place('old-1', 1), 1, 'aab');
    await collect(await place('new-1', 3), 1, 'a');
    await collect(await place('mid-1', 2), 1, 'cb');
    expect(await choose('abaaa')).toEqual([
      ...['1 <- new-1 job 1 run 1', '2 <- mid-1 job 1 run 2'],
      ...['3 <- old-1 job 1 run 1', '4 <- old-1 job 1 run 2'],
    ]);
    expect(await choose('d')).toEqual([]);
    expect(await choose('')).toEqual([]);
  });

  it('is of the newest first, whatever their names are; of those of one moment, in the order of their names', async () => {
    const days = { a: 3, b: 5, c: 1, d: 4, e: 2, f: 4 };
    for (const [name, day] of Object.entries(days)) {
      await collect(await place(`${name}-1`, day), 1, 'a');
    }
    const chosen = await choose('aaaaaa');
    expect(chosen.map((one) => one.split(' ')[2])).toEqual([
      ...['b-1', 'd-1', 'f-1', 'a-1', 'e-1', 'c-1'],
    ]);
  });

  it('is in a study in the order of its jobs and runs', async () => {
    const folder = await place('old-1', 1);
    await collect(folder, 10, 'aa', 7);
    await collect(folder, 2, 'ba', 3);
    expect(await choose('aaaa')).toEqual([
      ...['1 <- old-1 job 2 run 4', '2 <- old-1 job 10 run 7', '3 <- old-1 job 10 run 8'],
    ]);
  });

  it('is never of the study that asks, nor what is ruled out', async () => {
    await collect(await place('old-1', 1), 1, 'aa');
    await collect(await place('new-1', 2), 1, 'a');
    expect(await choose('a', { besides: 'new-1' })).toEqual(['1 <- old-1 job 1 run 1']);
    const isOut = (one: object): boolean =>
      nameOfRun(one as never) === nameOfRun({ studyId: 'old-1', run: 1 });
    expect(await choose('aaa', { isOut })).toEqual([
      ...['1 <- new-1 job 1 run 1', '2 <- old-1 job 1 run 2'],
    ]);
  });

  it('is of no study without a snapshot, or with one that is damaged, and hides none of the others', async () => {
    await collect(await place('old-1', 1), 1, 'a');
    await collect(store.study('begun-1'), 1, 'a');
    const damaged = await place('torn-1', 9);
    await collect(damaged, 1, 'a');
    await damaged.sink(layout.snapshot)(['{"formatVersion": 1']);
    expect(await choose('aa')).toEqual(['1 <- old-1 job 1 run 1']);
  });

  it('is looked for no further than until each has one', async () => {
    await collect(await place('old-1', 1), 1, 'a');
    await collect(await place('new-1', 2), 1, 'ab');
    const opened: string[] = [];
    const reader: Store = {
      ...store,
      study: (studyId) => {
        const folder = store.study(studyId);
        return {
          ...folder,
          list: (below) => {
            opened.push(studyId);
            return folder.list(below);
          },
        };
      },
    };
    const keys = new Map([[1, keyOf('a')]]);
    expect(await chooseFinishedRuns(reader, { keys })).toHaveLength(1);
    expect(opened).toEqual(['new-1']);
    expect(await chooseFinishedRuns(reader, { keys: new Map() })).toEqual([]);
    expect(opened).toEqual(['new-1']);
  });
});

it('names of runs and attempts differ where one of their parts does', () => {
  const one = { studyId: 'a-1', run: 1, attempt: 1 };
  const others = [
    { ...one, studyId: 'a-11' },
    { ...one, run: 11 },
    { ...one, attempt: 11 },
  ];
  expect(new Set([one, ...others].map(nameOfAttempt)).size).toBe(4);
  expect(new Set([one, ...others].map(nameOfRun)).size).toBe(3);
});
