import type { PlanSummary } from '../../src/run/plan-summary.ts';
import type { StudyLedger } from '../../workflows/study/study-ledger.ts';

/** A plan of jobs of ten runs each. */
export function planOf(plan: Partial<PlanSummary> & { readonly jobs: number }): PlanSummary {
  return {
    runCount: plan.jobs * 10,
    method: 'monte-carlo',
    files: [],
    maxConcurrentJobs: 4,
    maxFailedRuns: 0,
    onLimit: 'finish',
    notes: [],
    nextPlanned: 1,
    nextJobNumber: plan.jobs + 1,
    done: 0,
    failed: 0,
    failures: [],
    ...plan,
  };
}

/** Brings the next planned job to where its end is awaited; gives back its number. */
export function startWaitingJob(ledger: StudyLedger): number {
  const jobNumber = ledger.startNextJob();
  if (jobNumber === undefined) throw new Error('Expected a job to start, got none left');
  ledger.jobs.takeProgress({ jobNumber, runs: 10, phase: 'waiting', jobId: `job-${jobNumber}` });
  return jobNumber;
}

/** Runs the next `count` planned jobs to their ends, one after the other. */
export function playThrough(ledger: StudyLedger, count: number): void {
  for (let played = 0; played < count; played += 1) {
    const jobNumber = startWaitingJob(ledger);
    ledger.jobs.takeStatus(`job-${jobNumber}`, { status: 'Executing', ended: false });
    ledger.jobs.takeStatus(`job-${jobNumber}`, { status: 'Completed', ended: true });
    ledger.jobEnded({
      jobNumber,
      outcome: 'collected',
      change: { done: 10, failed: 0, failures: [] },
      retryable: 0,
    });
  }
}
