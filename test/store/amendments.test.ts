import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAmendment,
  findAmended,
  findCostLimit,
  findJudging,
  keepAnewPage,
  keepOutcomes,
  layout,
  readAttempts,
  readCostLimits,
  readOutcomesBefore,
  setCostLimit,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { noteMixedFiles } from '../../src/run/revision-of.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { temporaryStore } from './temporary-store.ts';

const hash = (letter: string): string => letter.repeat(64);
const files = (letter: string) => ({
  studyFile: { name: 'study.yaml', sha256: hash(letter) },
  files: [],
});
const at = (hour: number): string => `2026-05-01T${hour}:00:00.000Z`;

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  folder = (await temporaryStore((remove) => (clean = remove))).study('beam-1');
  return () => clean();
});

function amend(
  before: number,
  letter: string,
  amendment: object = {},
  createdAt = at(12),
): Promise<boolean> {
  return createAmendment(
    folder,
    { revision: before, ...files('a') },
    {
      ...{ ...files(letter), createdAt, engineVersion: '1', runs: [] },
      amendment: { by: 'ann', changes: ['runs: 20 -> 24'], ...amendment },
    },
  );
}

describe('an amendment', () => {
  it('is kept once after the revision that it was compared with; the second of two changes nothing', async () => {
    expect(await findAmended(folder)).toBeUndefined();
    expect(await amend(1, 'b')).toBe(true);
    expect(await amend(1, 'c')).toBe(false);
    expect(await findAmended(folder)).toMatchObject({
      revision: 2,
      studyFile: { sha256: hash('b') },
      changes: [{ path: 'study.yaml', change: 'changed' }],
    });
  });

  it('sets the limit of the cost as the last one that was set, whichever way', async () => {
    const study = { execution: { maxCost: { amount: 5 } } } as Parameters<typeof findCostLimit>[1];
    expect(await findCostLimit(folder, study)).toEqual({ amount: 5 });
    await setCostLimit(folder, { limit: { amount: 6 }, at: at(10), by: 'ann' });
    await amend(1, 'b', { maxCost: { amount: 7 }, why: 'more' }, at(11));
    expect(await findCostLimit(folder, study)).toEqual({ amount: 7 });
    await setCostLimit(folder, { limit: { amount: 8 }, at: at(13), by: 'ann' });
    expect(await findCostLimit(folder, study)).toEqual({ amount: 8 });
    await amend(2, 'c', { maxCost: null }, at(14));
    expect(await findCostLimit(folder, study)).toBeUndefined();
    expect((await readCostLimits(folder)).map(({ limit }) => limit?.amount)).toEqual([
      ...[6, 7, 8],
      undefined,
    ]);
  });

  it('has what was read anew with it take the place of what the jobs left', async () => {
    const outcome = (run: number, y: number): RunOutcome => ({
      ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: { y } },
    });
    await keepOutcomes(folder, 1, [outcome(1, 1), outcome(2, 2)]);
    await folder.write(layout.recomputed('anew'), [{ ...outcome(2, 20), judgedWith: 2 }]);
    expect(await readAttempts(folder)).toEqual([[outcome(1, 1), outcome(2, 2)]]);
    await amend(1, 'b', { recomputed: 'anew' });
    const anew = [[outcome(1, 1), { ...outcome(2, 20), judgedWith: 2 }]];
    expect(await readAttempts(folder)).toEqual(anew);
    // A later one that leaves the outputs as they are changes nothing of it.
    await amend(2, 'c');
    expect(await readAttempts(folder)).toEqual(anew);
  });

  it('of the outputs of an open study takes the values of what was judged before, until that is read anew', async () => {
    const outcome = (run: number, y: number): RunOutcome => ({
      ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: { y } },
    });
    const later: RunOutcome = { ...outcome(3, 3), judgedWith: 2 };
    const timeout: RunOutcome = { ...outcome(4, 4), status: 'Failed', reason: 'timeout' };
    await keepOutcomes(folder, 1, [outcome(1, 1), outcome(2, 2), later, timeout]);
    expect(await findJudging(folder)).toBeUndefined();
    await amend(1, 'b', { readsAnew: true });
    expect(await findJudging(folder)).toBe(2);
    const unread = (run: number) => ({ ...outcome(run, run), values: {}, isUnread: true });
    expect(await readAttempts(folder)).toEqual([[unread(1), unread(2), later, timeout]]);
    const anew: RunOutcome = { ...outcome(2, 20), status: 'Failed', judgedWith: 2 };
    await keepAnewPage(folder, 2, 1, [anew]);
    await keepAnewPage(folder, 2, 1, [{ ...outcome(1, 10), judgedWith: 2 }]);
    expect(await readAttempts(folder)).toEqual([
      [{ ...outcome(1, 10), judgedWith: 2 }, anew, later, timeout],
    ]);
    expect(await readOutcomesBefore(folder, 1, 2)).toEqual([
      ...[outcome(1, 1), outcome(2, 2), later, timeout],
    ]);
    // By the outputs of a further one all of it is older, also what was read anew.
    await amend(2, 'c', { readsAnew: true });
    expect((await readAttempts(folder)).flat().map(({ isUnread }) => isUnread)).toEqual([
      ...[true, undefined, true, undefined],
    ]);
  });

  it('that leaves how runs are made as it was makes no mixture of files; a later one that does not makes one', async () => {
    const outcome = (run: number, revision: number): RunOutcome => ({
      ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {}, revision },
    });
    await keepOutcomes(folder, 1, [outcome(1, 1), outcome(2, 2), outcome(3, 3)]);
    await amend(1, 'b', { sameRuns: true });
    await amend(2, 'c', { sameRuns: true });
    const same = (await readAttempts(folder)).flat();
    expect(noteMixedFiles(same)).toEqual([]);
    expect(same.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    // Files that failed runs were mended with in between are no amendment, and make a mixture too.
    await folder.create(layout.revision(4), {
      ...{ formatVersion: 1, revision: 4, ...files('d'), createdAt: at(12), engineVersion: '1' },
      ...{ runs: 'failed', changes: [] },
    });
    await keepOutcomes(folder, 2, [outcome(4, 4)]);
    const [note] = noteMixedFiles((await readAttempts(folder)).flat());
    expect(note).toContain("3 runs with the study's own files, 1 run with revision 4");
  });
});
