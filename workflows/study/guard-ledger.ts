/** What a study knows for its guards: how its runs end one after the other, which failures somebody has seen, what is kept back. */
import { patched } from '@temporalio/workflow';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import { joinStreaks, noStreaks } from '../../src/run/run-streaks.ts';
import { findTrip, type Trip } from './failure-guards.ts';
import type { GuardLedgerState } from './guard-state.ts';
import type { JobLedger } from './job-ledger.ts';
import { nextJob, plannedJobs } from './planned-jobs.ts';
import type { StudyLedgerState } from './study-state.ts';

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

  /** What costs is asked for before it is sent: the study began with a limit of its cost, or was given one. */
  hasCostLimit(plan: PlanSummary | undefined): boolean {
    return plan?.hasCostLimit === true || this.#state.costLimitLooks !== undefined;
  }

  /** Somebody says that the limit of the study's cost was set. */
  costLimitSet(): void {
    this.#change({ costLimitLooks: (this.#state.costLimitLooks ?? 0) + 1 });
  }

  /**
   * Which guard acts now; none where no run is left that it could save.
   * @param mayTry the canary's runs may run again before anybody is told that they failed
   */
  tripOf(plan: PlanSummary, plannedLeft: number, mayTry = false): Trip | undefined {
    if (plannedLeft === 0 && !this.#jobs.hasRunsToSave) return undefined;
    const { seenJobs, ended } = this.#state;
    const canaryFailed = this.#state.canaryFailed || (!mayTry && this.#hasTriedCanary(plannedLeft));
    const executing = this.#jobs.streaks.filter(([jobNumber]) => !seenJobs.includes(jobNumber));
    return findTrip({ plan, ended, executing, canaryFailed });
  }

  /** True while the canary is out: no other job is started. */
  waitsForCanary(plan: PlanSummary): boolean {
    if (this.#state.canary !== undefined) return this.isCanaryAhead && this.#jobs.inFlightCount > 0;
    return plan.canary !== undefined && this.#jobs.inFlightNumbers.includes(canaryJob);
  }

  /** True as long as only the canary's runs may run. */
  get isCanaryAhead(): boolean {
    return this.#state.canary === 'ahead';
  }

  /** True where the canary's job is still to be started. */
  isCanaryLeft(plannedLeft: number): boolean {
    const { nextPlanned, replanned } = this.#jobs.state;
    return plannedLeft > 0 && (nextPlanned === canaryJob || replanned.includes(canaryJob));
  }

  /** The number of the job that is started next; undefined when none is left, or none may be started. */
  nextJob(study: Pick<StudyLedgerState, 'plan' | 'onlyRequests'>): number | undefined {
    const { state } = this.#jobs;
    if (!this.isCanaryAhead) return nextJob(study, state);
    const isLeft = this.isCanaryLeft(plannedJobs(study, state).left);
    return isLeft ? canaryJob : state.queuedRetries[0];
  }

  /** The study has a canary: until one of its runs is done, nothing else runs. Reused runs tell nothing of it. */
  keepCanary({ done, reused = 0 }: Pick<PlanSummary, 'done' | 'reused'>): void {
    this.#change({ canary: done > reused ? 'over' : 'ahead' });
  }

  /** It was told that none of the canary's runs is done. */
  canaryTold(): void {
    if (this.isCanaryAhead) this.#change({ canary: 'failed' });
  }

  #hasTriedCanary(plannedLeft: number): boolean {
    return (
      this.isCanaryAhead &&
      this.#jobs.inFlightCount === 0 &&
      this.#jobs.state.queuedRetries.length === 0 &&
      !this.isCanaryLeft(plannedLeft)
    );
  }

  /** Jobs in flight that are to be stopped. */
  get heldInFlight(): readonly number[] {
    const { heldJobs } = this.#state;
    return this.#jobs.inFlightNumbers.filter((jobNumber) => heldJobs.includes(jobNumber));
  }

  /** Whether jobs that were stopped left runs that go on with the study. @param failures of all runs, by reason */
  holdsRuns(failures: StudyLedgerState['failures']): boolean {
    const { heldJobs } = this.#state;
    const isTakenBack = heldJobs.some((held) => this.#jobs.state.withdrawn.includes(held));
    return isTakenBack || (heldJobs.length > 0 && (failures.stopped ?? 0) > 0);
  }

  /** Whether a job was to be stopped. */
  isHeld(jobNumber: number): boolean {
    return this.#state.heldJobs.includes(jobNumber);
  }

  /** A job that had been taken back before it was submitted is started anew: it isn't to be stopped once more. */
  startedAnew(jobNumber: number): void {
    this.#change({ heldJobs: this.#state.heldJobs.filter((held) => held !== jobNumber) });
  }

  /** Takes in how the runs of a job ended. */
  takeEnd(
    { jobNumber, outcome, change, streaks = noStreaks }: JobEnd,
    plan: PlanSummary | undefined,
  ): void {
    const { seenJobs, ended, canaryFailed, canary } = this.#state;
    if (this.isCanaryAhead && change.done > 0) this.#change({ canary: 'over' });
    if (seenJobs.includes(jobNumber)) {
      this.#change({ seenJobs: seenJobs.filter((seen) => seen !== jobNumber) });
      return;
    }
    const isCanary = canary === undefined && plan?.canary !== undefined && jobNumber === canaryJob;
    this.#change({
      ended: joinStreaks(ended, streaks),
      canaryFailed: canaryFailed || (isCanary && outcome !== 'withdrawn' && change.done === 0),
    });
  }

  /** A retry begins: what it runs is judged by itself. */
  beginRetry(): void {
    this.#change({ ended: noStreaks });
  }

  /**
   * The failures so far have been told: guards look at the jobs that start from here on.
   * @param failedCanary what becomes of a canary that failed: its runs go first once more, or the study goes on without
   */
  failuresSeen(failedCanary?: 'ahead' | 'over'): void {
    const seenJobs = this.#jobs.inFlightNumbers;
    this.#change({ seenJobs, ended: noStreaks, canaryFailed: false });
    if (failedCanary !== undefined && this.#state.canary === 'failed') {
      this.#change({ canary: failedCanary });
    }
  }

  /** The jobs in flight are to be stopped. */
  hold(): void {
    this.failuresSeen();
    this.#change({ heldJobs: this.#jobs.inFlightNumbers });
  }

  /** The study was taken up again: these jobs had been stopped, and what they didn't run goes on with it. */
  takeStopped(stoppedJobs?: readonly number[]): void {
    if (stoppedJobs !== undefined) this.#change({ stoppedJobs });
  }

  /** Plans anew what was taken back before it was submitted, as it was to be stopped: jobs of the plan, and those of retries behind them. */
  replanHeld(plan: PlanSummary | undefined): void {
    const { heldJobs } = this.#state;
    const planned = plan?.jobs ?? 0;
    this.#jobs.replan(heldJobs.filter((jobNumber) => jobNumber <= planned));
    const retries = this.#jobs.state.withdrawn.filter(
      (jobNumber) => jobNumber > planned && heldJobs.includes(jobNumber),
    );
    if (retries.length > 0 && patched('retries-anew')) {
      this.#jobs.replan(retries, true);
    }
  }

  #change(change: Partial<GuardLedgerState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
