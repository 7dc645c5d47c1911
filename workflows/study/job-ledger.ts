/** What a study knows of its jobs: their numbers, those in flight, the last ones that ended. Its size follows the window of jobs, not the study. */
import { isSameProgress, newJob, progressAfter, progressOfNext } from './job-progress.ts';
import {
  awaitedOf,
  countDoneAgain,
  countMending,
  countRepeated,
  countSubmitted,
  hasRunsToSave,
} from './runs-in-flight.ts';
import { onEmptyJobs, pastEmpty } from './planned-jobs.ts';
import {
  newJobs,
  without,
  withoutJob,
  withRetry,
  type JobLedgerState,
  type TakenOver,
} from './job-state.ts';
import type { JobRange } from '../../src/run/plan-summary.ts';
import type { RunStreaks } from '../../src/run/run-streaks.ts';
import type {
  CollectedRuns,
  JobEnd,
  JobProgress,
  PlatformStatusNews,
  RetryRequest,
} from '../../src/run/messages.ts';

/** How many ended jobs the progress query shows. */
const recentJobs = 10;

/** The jobs of one study and the only ways in which they change. */
export class JobLedger {
  #state: JobLedgerState;

  constructor(carried?: JobLedgerState) {
    this.#state = { ...newJobs, ...carried };
  }

  get state(): JobLedgerState {
    return this.#state;
  }

  get inFlightCount(): number {
    return this.inFlightNumbers.length;
  }

  get inFlightNumbers(): readonly number[] {
    return Object.keys(this.#state.inFlight).map(Number);
  }

  /** Runs in submitted jobs that aren't collected yet. */
  get submittedRuns(): number {
    return countSubmitted(this.#inFlight);
  }

  /** Those of them that have ended before, in jobs from this number on. */
  repeatedFrom(firstRetry: number): number {
    return countRepeated(this.#inFlight, firstRetry, this.#state);
  }

  /** Those of them that are done, and run again all the same. */
  get doneAgain(): number {
    return countDoneAgain(this.#inFlight, this.#state);
  }

  /** What the jobs in flight have shown of their runs so far. */
  get collected(): readonly CollectedRuns[] {
    return this.#inFlight.flatMap(({ collected }) => collected ?? []);
  }

  /** How the runs of each job in flight ended so far, where the job has shown it. */
  get streaks(): readonly (readonly [jobNumber: number, streaks: RunStreaks])[] {
    return this.#inFlight.flatMap(({ jobNumber, collected }) =>
      collected?.streaks === undefined ? [] : [[jobNumber, collected.streaks] as const],
    );
  }

  /** Attempts of the jobs in flight that have failed so far. */
  get failedAttempts(): number {
    return this.streaks.reduce((sum, [, { failed }]) => sum + failed, 0);
  }

  /** Failed runs that run again by the retry policy, as far as they haven't ended anew. */
  get mending(): number {
    return countMending(this.#state);
  }

  /** True while a job in flight has runs that can still be kept from running. */
  get hasRunsToSave(): boolean {
    return hasRunsToSave(this.#inFlight);
  }

  /** The jobs whose end is awaited: platform job id -> status last heard, empty when none. Ended jobs are never among them. */
  get awaited(): Readonly<Record<string, string>> {
    return awaitedOf(this.#inFlight);
  }

  /** Takes the job numbers at which an earlier execution of the study ended. */
  resumeNumbers(numbers: {
    readonly nextPlanned: number;
    readonly nextJobNumber: number;
    readonly withdrawn?: readonly number[];
    readonly emptyJobs?: readonly JobRange[];
  }): void {
    const { nextPlanned, nextJobNumber, withdrawn: replanned = [] } = numbers;
    this.#change({ nextPlanned, nextJobNumber, replanned });
    this.passOver(numbers);
  }

  /** Passes over the planned jobs that have no run left. */
  passOver(plan: Parameters<typeof onEmptyJobs>[1]): void {
    this.#change(onEmptyJobs(this.#state, plan));
  }

  /** Takes jobs into flight that an execution of the study which was lost had begun; those that it had only chosen begin as further ones do. */
  adopt(begun: readonly number[], chosen: readonly number[] = []): void {
    for (const jobNumber of begun) this.#start(jobNumber);
    this.#change({ adopted: begun, queuedRetries: [...this.#state.queuedRetries, ...chosen] });
  }

  /** An adopted job has a workflow. */
  adopted(jobNumber: number): void {
    this.#change({ adopted: this.#state.adopted.filter((one) => one !== jobNumber) });
  }

  /** Takes the next planned job into flight and gives back its number. */
  startPlanned(): number {
    const [again, ...replanned] = this.#state.replanned;
    if (again !== undefined) {
      this.#change({ replanned });
      return this.#start(again);
    }
    const { nextPlanned: jobNumber, empty } = this.#state;
    this.#change({
      nextPlanned: pastEmpty(jobNumber + 1, empty),
      nextJobNumber: Math.max(this.#state.nextJobNumber, jobNumber + 1),
    });
    return this.#start(jobNumber);
  }

  /** Takes the next prepared retry into flight and gives back its number; undefined when there is none. */
  startRetry(): number | undefined {
    const [jobNumber, ...queuedRetries] = this.#state.queuedRetries;
    if (jobNumber === undefined) return undefined;
    this.#change({ queuedRetries });
    return this.#start(jobNumber);
  }

  /** Plans those of these jobs anew that were taken back before they were submitted. @param retries they are of retries */
  replan(jobNumbers: readonly number[], retries = false): void {
    const again = this.#state.withdrawn.filter((jobNumber) => jobNumbers.includes(jobNumber));
    const withdrawn = this.#state.withdrawn.filter((jobNumber) => !again.includes(jobNumber));
    const list = retries ? 'queuedRetries' : 'replanned';
    this.#change({ withdrawn, [list]: [...this.#state[list], ...again] });
  }

  /** Queues the next job number for a retry that has been prepared under it, with what it has. */
  queueRetry(asked?: RetryRequest, first = 0, mends = 0, again = 0): void {
    this.#change(withRetry(this.#state, { asked, first, mends, again }));
  }

  /** Forgets the retries that haven't been started. */
  dropRetries(): void {
    const { queuedRetries, askedRetries, mending } = this.#state;
    this.#change({
      queuedRetries: [],
      mending: queuedRetries.reduce<typeof mending>(without, mending),
      askedRetries: queuedRetries.reduce<typeof askedRetries>(without, askedRetries),
    });
  }

  /** Takes in what a job says of itself; the platform status last heard stays, as jobs learn of it only from here. */
  takeProgress(job: JobProgress): void {
    const before = this.#state.inFlight[job.jobNumber];
    if (before === undefined) return;
    const now = progressAfter(before, job);
    if (!isSameProgress(before, now)) this.#put(now);
  }

  /** Takes in a status of the platform; gives back the number of the job that should hear it, undefined when no such job is in flight. */
  takeStatus(jobId: string, { status }: PlatformStatusNews): number | undefined {
    const job = this.#inFlight.find((one) => one.jobId === jobId);
    if (job === undefined) return undefined;
    this.#put({ ...job, platformStatus: status });
    return job.jobNumber;
  }

  /** Takes an ended job out of flight; false when it had been already, however often its end is reported. */
  end({ jobNumber, outcome }: Pick<JobEnd, 'jobNumber' | 'outcome'>): boolean {
    const job = this.#state.inFlight[jobNumber];
    if (job === undefined) return false;
    this.#change(withoutJob(this.#state, jobNumber));
    const ended: JobProgress = { ...job, phase: outcome === 'collected' ? 'done' : 'failed' };
    if (outcome === 'withdrawn') {
      this.#change({ withdrawn: [...this.#state.withdrawn, jobNumber] });
    }
    this.#change({ recent: [...this.#state.recent, ended].slice(-recentJobs) });
    return true;
  }

  /** Jobs in flight that have no workflow, with the reason. */
  get gone(): readonly (readonly [jobNumber: number, why: string])[] {
    return Object.entries(this.#state.gone).map(([jobNumber, why]) => [Number(jobNumber), why]);
  }

  /** Which workflow has a job, and how many of its workflows were lost. */
  handsOf(jobNumber: number): TakenOver {
    return this.#state.takenOver[jobNumber] ?? { again: 0, losses: 0 };
  }

  /** Books that workflow `again` of a job ended without telling how; news of an earlier one, or of an ended job, changes nothing. */
  workflowGone(jobNumber: number, again: number, why: string): void {
    if (!(jobNumber in this.#state.inFlight) || this.handsOf(jobNumber).again !== again) return;
    this.#change({ gone: { ...this.#state.gone, [jobNumber]: why } });
  }

  /**
   * Gives a job to its next workflow. Its platform status is forgotten, so that the next look at the platform tells it anew.
   * @param losses how many of its workflows this study has lost
   */
  takeOver(jobNumber: number, losses: number): void {
    const { again } = this.handsOf(jobNumber);
    this.#put(progressOfNext(this.#state.inFlight[jobNumber] ?? newJob(jobNumber)));
    this.#change({
      gone: without(this.#state.gone, jobNumber),
      takenOver: { ...this.#state.takenOver, [jobNumber]: { again: again + 1, losses } },
    });
  }

  get #inFlight(): readonly JobProgress[] {
    return Object.values(this.#state.inFlight);
  }

  #start(jobNumber: number): number {
    this.#put(newJob(jobNumber));
    return jobNumber;
  }

  #put(job: JobProgress): void {
    this.#change({ inFlight: { ...this.#state.inFlight, [job.jobNumber]: job } });
  }

  #change(change: Partial<JobLedgerState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
