import { describe, expect, it } from 'vitest';
import { auditEffects } from '../../src/audit/audit-effects.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditRuns } from '../../src/audit/audit-runs.ts';
import type { StudyRecords } from '../../src/audit/audited-study.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { JobSpec, LedgerEntry } from '../../src/store/index.ts';

/** Two jobs: the runs 1 and 2 for the first time, and run 2 once more. */
const specs = new Map([
  [1, specOf(1, [1, 2], 1)],
  [2, specOf(2, [2], 2)],
]);

function specOf(jobNumber: number, runs: readonly number[], attempt: number): JobSpec {
  return {
    ...{ jobNumber, jobName: `job ${jobNumber}`, searchTag: 's', jobTag: `t${jobNumber}` },
    ...{ attemptKey: 'k', expectedRuns: runs.length, files: [] },
    runs: runs.map((run) => ({ run, attempt, spent: {} })),
    inputsTemplate: { name: 'in', sha256: '0' },
  };
}

function outcome(run: number, attempt: number, jobNumber: number, status: 'Done' | 'Failed') {
  return {
    ...{ run, attempt, jobNumber, status, platformJob: `id${jobNumber}`, values: {} },
    startedAt: '2026-11-01T00:00:00Z',
  } satisfies RunOutcome;
}

const effect = (
  what: 'create-job' | 'submit-job',
  jobNumber: number,
  said: 'intent' | 'sent',
  platformId = `id${jobNumber}`,
): LedgerEntry => ({
  ...{ kind: 'effect', what, effect: said, at: '2026-11-01T00:00:00Z', platformId },
  key: what === 'create-job' ? `t${jobNumber}` : `id${jobNumber}`,
});

const goodLedger: readonly LedgerEntry[] = [1, 2].flatMap((job) => [
  effect('create-job', job, 'intent'),
  effect('create-job', job, 'sent'),
  effect('submit-job', job, 'intent'),
  effect('submit-job', job, 'sent'),
]);

const goodAttempts = [
  [outcome(1, 1, 1, 'Done'), outcome(2, 1, 1, 'Failed')],
  [outcome(2, 2, 2, 'Done')],
];

function audit(changed: Partial<StudyRecords>) {
  const plan = {
    ...{ runCount: 2, includesNominalRun: false },
    block: () => ({ runNumbers: [1, 2], columns: [] }),
  };
  const records = {
    ...{ plan, ended: true, specs, ledger: goodLedger, attempts: goodAttempts },
    askedAgain: new Map(),
    jobIds: new Map([
      [1, 'id1'],
      [2, 'id2'],
    ]),
    collected: new Set([1, 2]),
    ...changed,
  } as unknown as StudyRecords;
  const book = new AuditBook();
  auditRuns(records, book);
  auditEffects(records, book);
  const { faults, notes } = book.close(true, false);
  return { faults: faults.map(({ kind, subject }) => `${kind}: ${subject}`), notes };
}

it('a repeat after a failure is no fault', () => {
  expect(audit({})).toEqual({ faults: [], notes: [] });
});

it('a done run that its owner had run again is no fault, where it ran with what they asked for', () => {
  const before = [outcome(1, 1, 1, 'Done'), outcome(2, 1, 1, 'Done')];
  const attempts = [before, [{ ...outcome(2, 2, 2, 'Done'), revision: 2 }]];
  const askedAgain = new Map([[2, [2]]]);
  expect(audit({ attempts, askedAgain }).faults).toEqual([]);
  const twice = [...attempts, [{ ...outcome(2, 3, 3, 'Done'), revision: 2 }]];
  expect(audit({ attempts: twice, askedAgain }).faults).toContain('paid-twice: run 2');
});

it('runs without an outcome are a note', () => {
  const { faults, notes } = audit({ attempts: [[outcome(2, 1, 1, 'Failed')]] });
  expect(faults).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('1 planned run has no outcome')]);
});

describe('paid twice is', () => {
  it('a run that was executed again after it was done', () => {
    const attempts = [[outcome(1, 1, 1, 'Done'), outcome(2, 1, 1, 'Done')], goodAttempts[1] ?? []];
    expect(audit({ attempts }).faults).toEqual(['paid-twice: run 2']);
    // Its owner asked for another revision: this attempt did not run with it.
    const asked = { attempts, askedAgain: new Map([[2, [2]]]) };
    expect(audit(asked).faults).toEqual(['paid-twice: run 2']);
  });

  it('an attempt that two jobs tell of', () => {
    const twice = new Map([...specs, [2, specOf(2, [2], 1)]]);
    const attempts = [goodAttempts[0] ?? [], [outcome(2, 1, 2, 'Failed')]];
    expect(audit({ specs: twice, attempts }).faults).toEqual(['paid-twice: run 2']);
  });

  it('a second confirmed submit, and not a second try', () => {
    const again = [...goodLedger, effect('submit-job', 1, 'intent')];
    expect(audit({ ledger: again })).toEqual({
      faults: [],
      notes: [expect.stringContaining('was tried 2 times')],
    });
    const sent = [...again, effect('submit-job', 1, 'sent')];
    expect(audit({ ledger: sent }).faults).toEqual(['paid-twice: job 1 (id1)']);
  });
});

describe('not accounted for is', () => {
  it('a submit of a job that no record has', () => {
    const ledger = [...goodLedger, effect('submit-job', 7, 'sent')];
    expect(audit({ ledger }).faults).toEqual(['not-accounted: job id7']);
  });

  it('an effect that doeflow does not make', () => {
    const other = effect('submit-job', 1, 'sent');
    const ledger = [...goodLedger, { ...other, what: 'submit-jobs' }];
    expect(audit({ ledger }).faults).toEqual(['not-accounted: id1']);
  });

  it('a job whose runs began without a submit in the ledger', () => {
    const ledger = goodLedger.filter(
      (entry) => !('what' in entry && entry.what === 'submit-job' && entry.key === 'id2'),
    );
    expect(audit({ ledger }).faults).toEqual(['not-accounted: job 2 (id2)']);
  });
});

it('a submit that names two jobs is a contradiction', () => {
  const ledger = goodLedger.map((entry) =>
    entry.kind === 'effect' &&
    entry.what === 'submit-job' &&
    entry.key === 'id2' &&
    entry.effect === 'sent'
      ? { ...entry, platformId: 'id7' }
      : entry,
  );
  expect(audit({ ledger }).faults).toEqual(['contradiction: job id2']);
});

it('a submit whose answer was lost has an intent alone, and is no fault', () => {
  const ledger = goodLedger.filter(
    (entry) => !(entry.kind === 'effect' && entry.what === 'submit-job' && entry.effect === 'sent'),
  );
  expect(audit({ ledger })).toEqual({ faults: [], notes: [] });
});

it('a second draft of a job is a note, as nothing was paid for it', () => {
  const ledger = [...goodLedger, effect('create-job', 1, 'sent', 'draft')];
  expect(audit({ ledger })).toEqual({
    faults: [],
    notes: [
      expect.stringContaining('draft was created too, and by the study’s ledger never submitted'),
    ],
  });
});

it('outcomes of a job that was not made for the run are a contradiction', () => {
  const attempts = [goodAttempts[0] ?? [], [outcome(1, 2, 2, 'Failed')]];
  expect(audit({ attempts }).faults).toContain('contradiction: run 1');
});
