import { afterAll, beforeEach, expect, it } from 'vitest';
import { auditReused } from '../../src/audit/audit-reused.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditRuns } from '../../src/audit/audit-runs.ts';
import type { StudyRecords } from '../../src/audit/audited-study.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepOutcomes, layout, type Store } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

let clean: () => void = () => undefined;
let store: Store;
beforeEach(async () => {
  clean();
  store = await temporaryStore((after) => (clean = after));
});
afterAll(() => {
  clean();
});

const reused: RunOutcome = {
  ...{ run: 1, attempt: 1, jobNumber: 0, status: 'Done', values: {}, files: { 'out.txt': 'md5' } },
  reusedFrom: { studyId: 'old', run: 7, attempt: 2 },
};
const source: RunOutcome = {
  ...{ run: 7, attempt: 2, jobNumber: 1, status: 'Done', values: {}, files: { 'out.txt': 'md5' } },
};

/** What an audit of the study with this one reused run finds, where the other study has these outcomes. */
async function audit(sources: readonly RunOutcome[] | undefined, further: RunOutcome[] = []) {
  if (sources !== undefined) await keepOutcomes(store.study('old'), 1, sources);
  const records = {
    plan: {
      ...{ runCount: 1, includesNominalRun: false },
      block: () => ({ runNumbers: [1], columns: [] }),
    },
    ...{ ended: true, specs: new Map(), jobIds: new Map(), ledger: [] },
    ...{ attempts: [[reused], further], collected: new Set([0]), askedAgain: new Map() },
  } as unknown as StudyRecords;
  const book = new AuditBook();
  auditRuns(records, book);
  await auditReused(store, records, book);
  const { faults, notes, reused: count } = book.close(true, false);
  return { faults: faults.map(({ kind, subject }) => `${kind}: ${subject}`), notes, count };
}

it('a run that is as the study has it that paid for it is no fault', async () => {
  expect(await audit([source])).toEqual({ faults: [], notes: [], count: 1 });
});

it('one that the other study doesn’t call done, or has with other files, is told', async () => {
  expect((await audit([{ ...source, run: 8 }])).faults).toEqual(['contradiction: run 1']);
  expect((await audit([{ ...source, status: 'Failed' }])).faults).toHaveLength(1);
  const changed = { ...source, files: { 'out.txt': 'another' } };
  expect((await audit([changed])).faults).toEqual(['contradiction: run 1: out.txt']);
});

it('one that the other study reads by outputs that were amended since is a matter of that study', async () => {
  const amended: RunOutcome = {
    ...{ ...source, status: 'Failed', reason: 'expression', judgedWith: 2 },
  };
  expect((await audit([amended])).faults).toEqual([]);
  const changed = { ...amended, run: 7, files: { 'out.txt': 'another' } };
  await store.study('old').remove(layout.outcomes(1));
  expect((await audit([changed])).faults).toEqual(['contradiction: run 1: out.txt']);
});

it('a study that is gone is a note', async () => {
  const { faults, notes } = await audit(undefined);
  expect(faults).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('study old, of which 1 reused run comes')]);
});

it('a reused run that was run all the same was paid for twice', async () => {
  const again: RunOutcome = { run: 1, attempt: 2, jobNumber: 1, status: 'Done', values: {} };
  expect((await audit([source], [again])).faults).toContain('paid-twice: run 1');
});
