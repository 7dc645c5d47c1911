/** What a study knows for its guards: how its runs end one after the other, which failures somebody has seen, what is kept back. */
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import { joinStreaks, noStreaks, type RunStreaks } from '../../src/run/run-streaks.ts';
import { findTrip, type Trip } from './failure-guards.ts';
import type { JobLedger } from './job-ledger.ts';

/** Carried across continue-as-new. */
export interface GuardLedgerState {
  /** How the runs of the ended jobs ended, since somebody last saw their failures. */
  readonly ended: RunStreaks;
  /** Jobs in flight whose failures somebody has seen: guards don't look at them any more. */
  readonly seenJobs: readonly number[];
  /** Jobs that a guard had stopped: what they didn't run goes on with the study. */
  readonly heldJobs: readonly number[];
  /** The canary has ended, and none of its runs is done. */
  readonly canaryFailed: boolean;
}

const nothingSeen: GuardLedgerState = {
  ended: noStreaks,
  seenJobs: [],
  heldJobs: [],
  canaryFailed: false,
};

/** The number of the job that goes ahead of the others. */
const canaryJob = 1;

/** The guards' part of a study's ledger. */
export class GuardLedger {
  readonly #jobs: JobLedger;
  #state: GuardLedgerState;

  constructor(jobs: JobLedger, carried?: GuardLedgerState) {
    this.#jobs = jobs;
    this.#state = carried ?? nothingSeen;
  }

  get state(): GuardLedgerState {
    return this.#state;
  }

  /** Which guard acts now; none where no run is left that it could save. */
  tripOf(plan: PlanSummary, plannedLeft: number): Trip | undefined {
    if (plannedLeft === 0 && !this.#jobs.hasRunsToSave) return undefined;
    const { seenJobs, ended, canaryFailed } = this.#state;
    const executing = this.#jobs.streaks.filter(([jobNumber]) => !seenJobs.includes(jobNumber));
    return findTrip({ plan, ended, executing, canaryFailed });
  }

  /** True while the canary is out: no other job is started. */
  waitsForCanary(plan: PlanSummary): boolean {
    return plan.canary !== undefined && this.#jobs.inFlightNumbers.includes(canaryJob);
  }

  /** Jobs in flight that are to be stopped. */
  get heldInFlight(): readonly number[] {
    const { heldJobs } = this.#state;
    return this.#jobs.inFlightNumbers.filter((jobNumber) => heldJobs.includes(jobNumber));
  }

  /** Takes in how the runs of a job ended. */
  takeEnd(
    { jobNumber, outcome, change, streaks = noStreaks }: JobEnd,
    plan: PlanSummary | undefined,
  ): void {
    const { seenJobs, ended, canaryFailed } = this.#state;
    if (seenJobs.includes(jobNumber)) {
      this.#change({ seenJobs: seenJobs.filter((seen) => seen !== jobNumber) });
      return;
    }
    const isCanary = plan?.canary !== undefined && jobNumber === canaryJob;
    this.#change({
      ended: joinStreaks(ended, streaks),
      canaryFailed: canaryFailed || (isCanary && outcome !== 'withdrawn' && change.done === 0),
    });
  }

  /** A retry begins: what it runs is judged by itself. */
  beginRetry(): void {
    this.#change({ ended: noStreaks });
  }

  /** The failures so far have been told: guards look at the jobs that start from here on. */
  failuresSeen(): void {
    const seenJobs = this.#jobs.inFlightNumbers;
    this.#change({ seenJobs, ended: noStreaks, canaryFailed: false });
  }

  /** The jobs in flight are to be stopped. */
  hold(): void {
    this.failuresSeen();
    this.#change({ heldJobs: this.#jobs.inFlightNumbers });
  }

  /** Plans anew what was taken back before it was submitted, as it was to be stopped. @param plan whose jobs are meant, not those of retries */
  replanHeld(plan: PlanSummary | undefined): void {
    const { heldJobs } = this.#state;
    this.#jobs.replan(heldJobs.filter((jobNumber) => jobNumber <= (plan?.jobs ?? 0)));
  }

  #change(change: Partial<GuardLedgerState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
