import { describe, expect, it } from 'vitest';
import { revisionOf } from '../../src/run/first-revision.ts';
import {
  countRevisions,
  hasRevisions,
  noteMixedFiles,
  revisionColumn,
  revisionCounts,
  revisionWords,
} from '../../src/run/revision-of.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';

function outcome(run: number, revision?: number, status: 'Done' | 'Failed' = 'Done'): RunOutcome {
  return { run, attempt: 1, jobNumber: 1, revision, status, values: {} };
}

describe('the files of a run', () => {
  it('are those that the study was started with, where nothing else was kept', () => {
    expect([revisionOf({}), revisionOf({ revision: 3 })]).toEqual([1, 3]);
    expect([revisionWords(undefined), revisionWords(1), revisionWords(2)]).toEqual([
      "the study's own files",
      "the study's own files",
      "revision 2 of the study's files",
    ]);
  });

  it('are counted for done runs alone, the first files first', () => {
    const outcomes = [outcome(1, 3), outcome(2), outcome(3, 2, 'Failed'), outcome(4, 3)];
    const counts = countRevisions(outcomes);
    expect(counts).toEqual([
      { revision: 1, runs: 1 },
      { revision: 3, runs: 2 },
    ]);
    expect(revisionCounts(counts)).toBe(
      "1 run with the study's own files, 2 runs with revision 3 of the study's files",
    );
  });

  it('are told where done runs mix them, and else not', () => {
    expect(noteMixedFiles([outcome(1, 2), outcome(2, 2), outcome(3, undefined, 'Failed')])).toEqual(
      [],
    );
    expect(noteMixedFiles([])).toEqual([]);
    expect(noteMixedFiles([outcome(1, 2), outcome(2)])).toEqual([
      'the done runs ran with different files (1 run with the study\'s own files, 1 run with revision 2 of the study\'s files): statistics and findings are made of all of them together, and the column "revision" of the results says which is which',
    ]);
  });

  it('are mended ones as soon as any run has others than the first', () => {
    expect(hasRevisions([])).toBe(false);
    expect(hasRevisions([{}, { revision: 1 }])).toBe(false);
    expect(hasRevisions([{}, { revision: 2 }, {}])).toBe(true);
  });
});

describe('the column of revisions', () => {
  it('gives way to the variables of a study, in any case of letters', () => {
    const named = (...names: string[]) => revisionColumn(names.map((name) => ({ name })));
    expect(named()).toBe('revision');
    expect(named('load', 'revisions')).toBe('revision');
    expect(named('Revision', 'load')).toBe('files_revision');
    expect(named('files_revision', 'load', 'REVISION')).toBe('files_files_revision');
  });
});
