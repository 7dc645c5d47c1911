import { describe, expect, it } from 'vitest';
import type { AmendedPlan } from '../../src/run/amend-messages.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { planOf } from './ledger-moves.ts';

const amended = {
  ...{ runCount: 50, maxConcurrentJobs: 2, maxFailedRuns: 0, onLimit: 'finish' as const },
};

function sent(ledger: StudyLedger, more: Partial<AmendedPlan>): void {
  ledger.revisionSent(2, { note: 'amended', amended: { ...amended, ...more } });
}

describe('a study of which planned runs are withdrawn', () => {
  it('starts no job that has no run left, and has nothing left once the others are started', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 5 }));
    expect(ledger.startNextJob()).toBe(1);
    sent(ledger, {
      withdrawnRuns: 30,
      emptyJobs: [
        { first: 2, last: 3 },
        { first: 5, last: 5 },
      ],
    });
    expect(ledger.planned.left).toBe(1);
    expect(ledger.startNextJob()).toBe(4);
    expect(ledger.planned.left).toBe(0);
    expect(ledger.startNextJob()).toBeUndefined();
  });

  it('is whole without them', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 5 }));
    sent(ledger, { withdrawnRuns: 40, emptyJobs: [{ first: 2, last: 5 }] });
    const jobNumber = ledger.startNextJob() ?? 0;
    const change = { done: 10, failed: 0, failures: [] };
    ledger.jobEnded({ jobNumber, outcome: 'collected', change, retryable: 0 });
    expect(ledger.hasUnrun).toBe(false);
    sent(ledger, { withdrawnRuns: 39, emptyJobs: [{ first: 2, last: 5 }] });
    expect(ledger.hasUnrun).toBe(true);
  });

  it('passes them over when it is started again, and lets those go on that had begun', () => {
    const ledger = new StudyLedger();
    ledger.takePlan({
      ...planOf({ jobs: 5 }),
      ...{ nextPlanned: 3, withdrawn: [1, 2], emptyJobs: [{ first: 2, last: 4 }] },
    });
    expect([ledger.startNextJob(), ledger.startNextJob(), ledger.startNextJob()]).toEqual([
      ...[1, 5, undefined],
    ]);
  });
});
