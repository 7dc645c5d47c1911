/**
 * What a study knows of its jobs and runs: plain state, changed only by the methods here, carried whole across continue-as-new.
 */
import type { FailureReason, StudyState } from '../../src/run/run-state.ts';
import type { PlanSummary } from '../../src/run/activity-contract.ts';
import type {
  ClusterNews,
  JobEnd,
  JobProgress,
  PlatformStatusNews,
  RetryRequest,
  StopMode,
} from '../../src/run/messages.ts';

/** The carried state; small whatever the study's size. */
export interface StudyLedgerState {
  plan?: PlanSummary;
  state: StudyState;
  activity: string;
  /** Next planned job to start; past `plan.jobs` when all were started. */
  nextPlanned: number;
  /** Number of the next job of any kind. */
  nextJobNumber: number;
  /** Jobs prepared by a retry and not yet started. */
  queuedRetries: number[];
  /** Jobs with a living workflow, by jobNumber. */
  inFlight: Record<number, JobProgress>;
  /** The last jobs that ended, newest last, for the reader. */
  recent: JobProgress[];
  /** Platform statuses last heard, by platform job id. */
  known: Record<string, string>;
  /** News of jobs whose ids weren't known when it came. */
  missed: Record<string, PlatformStatusNews>;
  done: number;
  failed: number;
  failures: Partial<Record<FailureReason, number>>;
  /** Failed runs the retry policy may still run again. */
  retryable: number;
  /** Retries a person asked for and that aren't planned yet. */
  requests: RetryRequest[];
  /** A person asked for certain runs of a study that had been stopped: its other planned jobs stay where they are. */
  onlyRequests?: boolean;
  stopMode?: StopMode;
  aborted: boolean;
  /** The guard was answered: don't pause again until more runs fail. */
  allowedFailures: number;
  cluster?: { clusterId: string } | { refused: string };
  /** The cluster workflow was asked and hasn't answered, or has answered and wasn't lost. */
  clusterAsked: boolean;
  uploaded: boolean;
  /** Jobs whose findings are written. */
  findingsWritten: number;
  notes: string[];
  /** Search attributes last written. */
  told?: string;
}

/** How many ended jobs the progress query shows. */
const recentJobs = 10;
const maxNotes = 20;

/** The state of one study and the only ways in which it changes. */
export class StudyLedger {
  readonly state: StudyLedgerState;

  constructor(carried: unknown) {
    this.state =
      carried === undefined
        ? {
            state: 'Planned',
            activity: 'planning',
            nextPlanned: 1,
            nextJobNumber: 1,
            queuedRetries: [],
            inFlight: {},
            recent: [],
            known: {},
            missed: {},
            done: 0,
            failed: 0,
            failures: {},
            retryable: 0,
            requests: [],
            aborted: false,
            allowedFailures: 0,
            clusterAsked: false,
            uploaded: false,
            findingsWritten: 0,
            notes: [],
          }
        : (carried as StudyLedgerState);
  }

  /** Takes the plan, and the counts of an earlier execution that this one goes on with. */
  planned(plan: PlanSummary): void {
    const { state } = this;
    state.plan = plan;
    state.nextJobNumber = plan.nextJobNumber;
    state.nextPlanned = plan.nextPlanned;
    state.done = plan.done;
    state.failed = plan.failed;
    for (const { reason, count } of plan.failures) state.failures[reason] = count;
    state.notes.push(...plan.notes);
  }

  get inFlightCount(): number {
    return Object.keys(this.state.inFlight).length;
  }

  /** Planned jobs that are still to be started. */
  get plannedLeft(): number {
    return this.state.onlyRequests === true ? 0 : this.neverStarted;
  }

  /** Planned jobs that no execution of the study has started. */
  get neverStarted(): number {
    return Math.max(0, (this.state.plan?.jobs ?? 0) - this.state.nextPlanned + 1);
  }

  get stopping(): boolean {
    return this.state.stopMode !== undefined;
  }

  /** Runs in submitted jobs that aren't collected yet. */
  get submittedRuns(): number {
    return Object.values(this.state.inFlight)
      .filter(
        (job) => job.phase === 'waiting' || job.phase === 'collecting' || job.phase === 'stopping',
      )
      .reduce((sum, job) => sum + job.runs, 0);
  }

  /** The number of the next job to start, or undefined when none is left. */
  takeNext(): number | undefined {
    const { state } = this;
    if (this.plannedLeft > 0) {
      const jobNumber = state.nextPlanned;
      state.nextPlanned += 1;
      state.nextJobNumber = Math.max(state.nextJobNumber, state.nextPlanned);
      return jobNumber;
    }
    return state.queuedRetries.shift();
  }

  started(jobNumber: number): void {
    this.state.inFlight[jobNumber] = { jobNumber, runs: 0, phase: 'creating' };
  }

  /** Takes in what a job says of itself; returns news that came before its id was known. */
  progressed(job: JobProgress): PlatformStatusNews | undefined {
    const { state } = this;
    if (state.inFlight[job.jobNumber] !== undefined) state.inFlight[job.jobNumber] = job;
    if (job.jobId === undefined) return undefined;
    const missed = state.missed[job.jobId];
    delete state.missed[job.jobId];
    return missed;
  }

  /** Books the end of a job once, however often it is told. */
  ended(end: JobEnd): void {
    const { state } = this;
    const job = state.inFlight[end.jobNumber];
    if (job === undefined) return;
    delete state.inFlight[end.jobNumber];
    if (job.jobId !== undefined) delete state.missed[job.jobId];
    const phase = end.outcome === 'collected' ? 'done' : 'failed';
    state.recent = [...state.recent, { ...job, phase } as const].slice(-recentJobs);
    state.done += end.change.done;
    state.failed += end.change.failed;
    for (const { reason, count } of end.change.failures) {
      const left = (state.failures[reason] ?? 0) + count;
      if (left > 0) state.failures[reason] = left;
      else delete state.failures[reason];
    }
    state.retryable += end.retryable;
    if (end.message !== undefined) this.note(`Job ${end.jobNumber}: ${end.message}`);
  }

  /** Takes in the platform's word; returns the job that should hear of it, or keeps it for one that hasn't told its id yet. */
  heard(jobId: string, news: PlatformStatusNews): number | undefined {
    this.state.known[jobId] = news.status;
    const job = Object.values(this.state.inFlight).find((one) => one.jobId === jobId);
    if (job === undefined) {
      this.state.missed[jobId] = news;
      return undefined;
    }
    this.state.inFlight[job.jobNumber] = { ...job, platformStatus: news.status };
    return job.jobNumber;
  }

  clusterNews(news: ClusterNews): void {
    const { state } = this;
    if (news.kind === 'ready') state.cluster = { clusterId: news.clusterId };
    else if (news.kind === 'refused') {
      state.cluster = { refused: news.reason };
      this.note(`No cluster, so jobs run on their own hardware: ${news.reason}`);
    } else {
      delete state.cluster;
      state.clusterAsked = false;
      this.note(`Cluster ${news.clusterId} was lost: ${news.reason}`);
    }
  }

  note(sentence: string): void {
    if (!this.state.notes.includes(sentence)) {
      this.state.notes = [...this.state.notes, sentence].slice(-maxNotes);
    }
  }

  /** True when more planned runs have failed than the study allows and no retry can still mend them. */
  get overLimit(): boolean {
    const { state } = this;
    const limit = Math.max(state.plan?.maxFailedRuns ?? 0, state.allowedFailures);
    return state.failed - state.retryable > limit;
  }
}
