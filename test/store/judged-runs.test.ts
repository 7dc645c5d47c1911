import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  jobsWithOutcomes,
  keepJudgedRuns,
  keepOutcomes,
  layout,
  readAttempts,
  readJudgedRuns,
  readOutcomesOf,
  type DocumentFolder,
  type JudgedRun,
  type Store,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

let store: Store;
let folder: DocumentFolder;
let studies = 0;
let clean = (): void => undefined;
beforeAll(async () => {
  store = await temporaryStore((remove) => (clean = remove));
});
afterAll(() => clean());
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const outcome = (run: number, exitCode?: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 3, status: exitCode === undefined ? 'Done' : 'Failed' },
  ...{ values: {}, ...(exitCode !== undefined && { reason: 'exit-code', exitCode }) },
});
const judged = (run: number, exitCode?: number): JudgedRun => ({
  ...{ platformRun: run, evidence: 'm/1', outcome: outcome(run, exitCode) },
});
const waiting = (platformRun: number): JudgedRun => ({ platformRun, evidence: 'm/1' });
const codeOf = async (run: number) => (await readJudgedRuns(folder, 3)).get(run)?.outcome?.exitCode;

describe('what was judged of a job', () => {
  it('is told by the latest page, past the ninth too', async () => {
    for (let page = 1; page <= 12; page += 1) await keepJudgedRuns(folder, 3, [judged(1, page)]);
    expect(await codeOf(1)).toBe(12);
    expect(await folder.read(layout.judgedPage(3, 12))).toEqual([judged(1, 12)]);
  });

  it('of two writers at once is later than what was there before', async () => {
    await keepJudgedRuns(folder, 3, [judged(1, 9), judged(2, 9)]);
    await Promise.all([
      keepJudgedRuns(folder, 3, [judged(1, 1)]),
      keepJudgedRuns(folder, 3, [judged(2, 2)]),
    ]);
    expect([await codeOf(1), await codeOf(2)]).toEqual([1, 2]);
  });

  it('has nothing of pages that go while they are read, nor of other objects', async () => {
    await keepJudgedRuns(folder, 3, [judged(1)]);
    await folder.sink({ name: 'outcomes/3/notes.txt' })(['x']);
    const going = { ...folder, find: () => Promise.resolve(undefined) };
    expect([...(await readJudgedRuns(going, 3))]).toEqual([]);
    expect([...(await readJudgedRuns(folder, 3)).keys()]).toEqual([1]);
  });
});

describe('the outcomes of jobs', () => {
  it('are those of the jobs that are asked for, in that order; what has none is left out', async () => {
    await keepOutcomes(folder, 1, [outcome(1)]);
    await keepOutcomes(folder, 2, [outcome(2)]);
    await keepJudgedRuns(folder, 4, [waiting(7)]);
    expect(await readOutcomesOf(folder, [2, 4, 5, 1])).toEqual([[outcome(2)], [outcome(1)]]);
    expect(await readAttempts(folder)).toEqual([[outcome(1)], [outcome(2)]]);
  });

  it('are of jobs that were collected and of jobs that run, whatever else is beside them', async () => {
    await keepOutcomes(folder, 12, [outcome(1)]);
    await keepJudgedRuns(folder, 11, [judged(2)]);
    await keepJudgedRuns(folder, 2, [judged(3)]);
    for (const name of ['outcomes/x5/1.ndjson', 'outcomes/5x/1.ndjson', 'outcomes/notes.txt']) {
      await folder.sink({ name })(['x']);
    }
    expect(await jobsWithOutcomes(folder)).toEqual([2, 11, 12]);
  });

  it('are the whole ones of a job that is collected while its pages are read', async () => {
    await keepJudgedRuns(folder, 3, [judged(1)]);
    const whole = [outcome(1), outcome(2)];
    let looks = 0;
    const find = ((object: Parameters<DocumentFolder['find']>[0]) => {
      const isWhole = object.name === layout.outcomes(3).name;
      if (isWhole) looks += 1;
      return isWhole && looks > 1 ? Promise.resolve(whole) : folder.find(object);
    }) as DocumentFolder['find'];
    expect(await readOutcomesOf({ ...folder, find }, [3])).toEqual([whole]);
  });

  it('are read from the whole ones alone, where they are there', async () => {
    await keepOutcomes(folder, 3, [outcome(1)]);
    const names: string[] = [];
    const find = ((object: Parameters<DocumentFolder['find']>[0]) => {
      names.push(object.name);
      return folder.find(object);
    }) as DocumentFolder['find'];
    await readOutcomesOf({ ...folder, find }, [3]);
    expect(names).toEqual([layout.outcomes(3).name]);
  });
});
