/** What a study knows of itself: plain data, changed only by the methods here, carried whole across continue-as-new. */
import type { PauseCause, StudyState } from '../../src/run/run-state.ts';
import type { PlannedRetry } from '../../src/run/activity-contract.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import type { ClusterNews, JobEnd, RetryRequest, StopMode } from '../../src/run/messages.ts';
import { onPlanned, onRevisionSent } from './amended-plan.ts';
import { askedOf, onGoOn, onRetryPlanned, onRevisionRefused } from './asked-retries.ts';
import {
  onClusterAsked,
  clustersSeen,
  onClusterLoss,
  onClusterNews,
  onClusterReturned,
  onEndedWithCluster,
  type ClusterLoss,
} from './cluster-changes.ts';
import { countFailures, seeLimit, type LimitSeen } from './failure-limit.ts';
import { GuardLedger } from './guard-ledger.ts';
import { JobLedger } from './job-ledger.ts';
import { plannedJobs, wantedRuns, type PlannedJobs } from './planned-jobs.ts';
import { onTakenUp } from './taken-up.ts';
import {
  addCollected,
  addCounts,
  newStudy,
  withNote,
  type AskedRetry,
  type CarriedLedger,
  type StudyChange,
  type StudyCounts,
  type StudyLedgerState,
} from './study-state.ts';

/** The state of one study and the only ways in which it changes. */
export class StudyLedger {
  readonly jobs: JobLedger;
  readonly guards: GuardLedger;
  #state: StudyLedgerState;

  /** @param carried What the execution before this one handed on; absent at the start. */
  constructor(carried?: unknown) {
    const earlier = carried as CarriedLedger | undefined;
    this.#state = { ...newStudy, ...earlier?.study };
    this.jobs = new JobLedger(earlier?.jobs);
    this.guards = new GuardLedger(this.jobs, earlier?.guards);
  }

  get state(): StudyLedgerState {
    return this.#state;
  }

  get carried(): CarriedLedger {
    return { study: this.#state, jobs: this.jobs.state, guards: this.guards.state };
  }

  get #withCounts(): StudyLedgerState {
    return { ...this.#state, ...this.counts };
  }

  get stopping(): boolean {
    return this.#state.stopMode !== undefined;
  }

  /** Counts by latest attempts: those of the ended jobs, and what the jobs in flight have shown so far. */
  get counts(): StudyCounts {
    return addCollected(this.#state, this.jobs.collected);
  }

  get planned(): PlannedJobs {
    return plannedJobs(this.#state, this.jobs.state);
  }

  /** True where runs never ran, be it in planned jobs that weren't submitted or in jobs that were stopped. */
  get hasUnrun(): boolean {
    return this.counts.done + this.counts.failed < wantedRuns(this.#state);
  }

  /** More planned runs have failed than the study allows, and no retry can still mend them. */
  get overLimit(): LimitSeen {
    return seeLimit(this.#withCounts, this.#failures, this.jobs.mending);
  }

  get #failures(): number {
    return countFailures(this.counts, this.guards.state);
  }

  /** Takes the plan and the counts of an earlier execution that this one resumes; with `retry`, who asked has seen the failures. @param ticket of the start */
  takePlan(plan: PlanSummary, retry?: RetryRequest, ticket?: string): void {
    const { done, failed, takenUp, awaited } = plan;
    this.jobs.resumeNumbers(plan);
    this.guards.takeStopped(takenUp?.stopped);
    this.#change({ plan, awaited, done, failed, failures: addCounts({}, plan.failures) });
    for (const note of plan.notes) this.note(note);
    if (takenUp !== undefined) {
      this.jobs.adopt(takenUp.begun, takenUp.chosen);
      this.#take(onTakenUp({ failed, counted: this.#failures, retry, ticket }, takenUp));
    }
    if (retry !== undefined) this.requestRetry(retry);
    this.#change(onPlanned(this.#state, plan, retry));
  }

  showActivity(activity: string): void {
    this.#change({ activity });
  }

  /** The shared files are on the platform; or all jobs have ended. */
  reach(step: 'uploaded' | 'finishing'): void {
    this.#change({ [step]: true });
  }

  /** Takes the next job into flight and gives back its number; undefined when none is left to start. */
  startNextJob(): number | undefined {
    const next = this.guards.nextJob(this.#state);
    if (next === undefined) return undefined;
    return next > (this.#state.plan?.jobs ?? 0) ? this.jobs.startRetry() : this.jobs.startPlanned();
  }

  /** Books the end of a job once, however often it is reported. */
  jobEnded(end: JobEnd): void {
    if (!this.jobs.end(end)) return;
    this.#change(addCollected(this.#state, [end]));
    this.guards.takeEnd(end, this.#state.plan);
    if (this.#state.state === 'Running' && !this.stopping) this.guards.replanHeld(this.#state.plan);
    for (const note of end.notes ?? []) this.note(note);
    this.#take(onEndedWithCluster(this.#withCounts, end));
    if (end.message !== undefined) this.note(`Job ${end.jobNumber}: ${end.message}`);
  }

  /** Queues a retry that a person asked for; the study runs on if it was paused. */
  requestRetry(request: RetryRequest): void {
    this.#change({ requests: [...this.#state.requests, request] });
    this.repeatRetry(request);
  }

  /** Takes a request that is under way: nothing more is queued for it. */
  repeatRetry({ revision, ticket }: RetryRequest): void {
    this.useRevision(revision);
    this.resume(ticket, 'ahead');
  }

  /** What is started once its files are sent runs with this revision; the study is what that says. */
  useRevision(revision?: number): void {
    if ((revision ?? 0) > (this.#state.revision ?? 1)) this.#change({ revision });
  }

  /** The files of a revision are on the platform: what is started from now on runs with them. */
  revisionSent(sentRevision: number, sent: Parameters<typeof onRevisionSent>[2]): void {
    this.#take(onRevisionSent(this.#state, sentRevision, sent));
    this.jobs.passOver(this.#state.plan);
  }

  /** The files of a revision can't be had: what was asked for with them isn't run. */
  revisionRefused(refused: number, why: string): void {
    this.#take(onRevisionRefused(this.#state, refused, why));
  }

  /** Books the answer to a request, or without one to the study's own retry policy. */
  retryPlanned(request: AskedRetry | undefined, planned: PlannedRetry, began?: number): void {
    const { runs, firstTries, doneAgain, note } = planned;
    this.guards.beginRetry();
    this.#take({ change: onRetryPlanned(this.#state, request, planned, began), note });
    if (runs === 0) return;
    const asked = askedOf(request, this.#state.sentRevision);
    this.jobs.queueRetry(asked, firstTries, request === undefined ? runs : 0, doneAgain);
  }

  /** Waits for a person from here on, as something paused it, or goes on without one. */
  turn(activity: string, pausedBy?: PauseCause): void {
    this.#change({ state: pausedBy === undefined ? 'Running' : 'Paused', activity, pausedBy });
  }

  /** Someone has seen the failures (`ticket` says so): only further ones pause the study. What a guard had stopped goes on, with or without a failed canary. */
  resume(ticket?: string, failedCanary: 'over' | 'ahead' = 'over'): void {
    this.#change(onGoOn(this.#state, this.guards.state.heldJobs, ticket));
    this.guards.failuresSeen(failedCanary);
    this.turn('running jobs');
    this.#change({ allowedFailures: this.#failures, ...clustersSeen });
    this.guards.replanHeld(this.#state.plan);
  }

  /** Nothing new is started from here on; a later request may stop harder. */
  requestStop(stopMode: StopMode): void {
    this.jobs.dropRetries();
    this.#change({ stopMode, requests: [], retryBegan: undefined });
  }

  /** Too many runs failed: stops the study for good. */
  abort(): void {
    this.#change({ aborted: true });
    this.requestStop('stop');
  }

  clusterAsked(existingId?: string): void {
    this.#take(onClusterAsked(existingId));
  }

  takeClusterNews(news: ClusterNews): void {
    this.#take(onClusterNews(this.#withCounts, news, new Date().toISOString()));
  }

  clusterGone(loss: ClusterLoss): void {
    this.#take(onClusterLoss(this.#state, loss));
  }

  /** @param tooShort the platform's id of one that hasn't the time for what is left: another one is wanted */
  clusterReturned(tooShort?: string): void {
    this.#change(onClusterReturned(tooShort));
  }

  /** Books what became of runs beside the study's jobs: withdrawn as they never began, or run by other studies. */
  book(change: StudyChange): void {
    this.#take(change);
  }

  /** Takes what the store tells of the study. @param described its counts before it was asked */
  describe(description: StudyLedgerState['description'] & object, described: StudyCounts): void {
    const { done, failed } = described;
    this.#change({ description, described: { done, failed } });
    this.useRevision(description.amended);
  }

  findingsWritten(jobs: number): void {
    this.#change({ findingsWritten: this.#state.findingsWritten + jobs });
  }

  close(state: StudyState): void {
    this.#change({ state, activity: 'over' });
  }

  /** Keeps a sentence for the reader, once; the oldest ones go when there are too many. */
  note(sentence: string): void {
    this.#change({ notes: withNote(this.#state.notes, sentence) });
  }

  /** Takes the search attributes that are to be written; false when these were written last. */
  publishAttributes(publishedAttributes: string): boolean {
    if (this.#state.publishedAttributes === publishedAttributes) return false;
    this.#change({ publishedAttributes });
    return true;
  }

  #take({ change, note }: StudyChange): void {
    this.#change(change);
    if (note !== undefined) this.note(note);
  }

  #change(change: Partial<StudyLedgerState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
