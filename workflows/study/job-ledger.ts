/** What a study knows of its jobs: their numbers, those in flight, the last ones that ended. Its size follows the window of jobs, not the study. */
import type {
  CollectedRuns,
  JobEnd,
  JobProgress,
  PlatformStatusNews,
} from '../../src/run/messages.ts';

/** Carried across continue-as-new. */
export interface JobLedgerState {
  /** Next planned job to start; past the plan's last when all were started. */
  readonly nextPlanned: number;
  /** Number of the next job of any kind. */
  readonly nextJobNumber: number;
  /** Jobs prepared by a retry and not yet started. */
  readonly queuedRetries: readonly number[];
  /** Jobs with a living workflow, by job number; each with the platform status last heard. */
  readonly inFlight: Readonly<Record<number, JobProgress>>;
  /** The last jobs that ended, newest last, for the reader. */
  readonly recent: readonly JobProgress[];
}

/** How many ended jobs the progress query shows. */
const recentJobs = 10;

/** Phases in which a job has been submitted and isn't collected yet. */
const submittedPhases: ReadonlySet<JobProgress['phase']> = new Set([
  'waiting',
  'stopping',
  'collecting',
]);

/** The jobs of one study and the only ways in which they change. */
export class JobLedger {
  #state: JobLedgerState;

  constructor(carried?: JobLedgerState) {
    this.#state = carried ?? {
      nextPlanned: 1,
      nextJobNumber: 1,
      queuedRetries: [],
      inFlight: {},
      recent: [],
    };
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
    return Object.values(this.#state.inFlight)
      .filter((job) => submittedPhases.has(job.phase))
      .reduce((sum, job) => sum + Math.max(0, job.runs - (job.collected?.runs ?? 0)), 0);
  }

  /** What the jobs in flight have shown of their runs so far. */
  get collected(): readonly CollectedRuns[] {
    return Object.values(this.#state.inFlight).flatMap(({ collected }) => collected ?? []);
  }

  /** The jobs whose end is awaited: platform job id -> status last heard, empty when none. Ended jobs are never among them. */
  get awaited(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.values(this.#state.inFlight)
        .filter(({ phase }) => phase === 'waiting' || phase === 'stopping')
        .flatMap(({ jobId, platformStatus }) =>
          jobId === undefined ? [] : [[jobId, platformStatus ?? '']],
        ),
    );
  }

  /** Takes the job numbers at which an earlier execution of the study ended. */
  resumeNumbers(numbers: { readonly nextPlanned: number; readonly nextJobNumber: number }): void {
    const { nextPlanned, nextJobNumber } = numbers;
    this.#change({ nextPlanned, nextJobNumber });
  }

  /** Takes the next planned job into flight and gives back its number. */
  startPlanned(): number {
    const jobNumber = this.#state.nextPlanned;
    this.#change({
      nextPlanned: jobNumber + 1,
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

  /** Queues the next job number for a retry that has been prepared under it. */
  queueRetry(): void {
    const { nextJobNumber, queuedRetries } = this.#state;
    this.#change({
      nextJobNumber: nextJobNumber + 1,
      queuedRetries: [...queuedRetries, nextJobNumber],
    });
  }

  /** Forgets the retries that haven't been started. */
  dropRetries(): void {
    this.#change({ queuedRetries: [] });
  }

  /** Takes in what a job says of itself; the platform status last heard stays, as jobs learn of it only from here. */
  takeProgress(job: JobProgress): void {
    const before = this.#state.inFlight[job.jobNumber];
    if (before === undefined) return;
    const { platformStatus } = before;
    this.#put({ ...job, ...(platformStatus === undefined ? {} : { platformStatus }) });
  }

  /** Takes in a status of the platform; gives back the number of the job that should hear it, undefined when no such job is in flight. */
  takeStatus(jobId: string, { status }: PlatformStatusNews): number | undefined {
    const job = Object.values(this.#state.inFlight).find((one) => one.jobId === jobId);
    if (job === undefined) return undefined;
    this.#put({ ...job, platformStatus: status });
    return job.jobNumber;
  }

  /** Takes an ended job out of flight; false when it had been already, however often its end is reported. */
  end({ jobNumber, outcome }: Pick<JobEnd, 'jobNumber' | 'outcome'>): boolean {
    const job = this.#state.inFlight[jobNumber];
    if (job === undefined) return false;
    this.drop(jobNumber);
    const ended: JobProgress = { ...job, phase: outcome === 'collected' ? 'done' : 'failed' };
    this.#change({ recent: [...this.#state.recent, ended].slice(-recentJobs) });
    return true;
  }

  /** Takes a job out of flight whose workflow is gone. */
  drop(jobNumber: number): void {
    const inFlight = { ...this.#state.inFlight };
    delete inFlight[jobNumber];
    this.#change({ inFlight });
  }

  #start(jobNumber: number): number {
    this.#put({ jobNumber, runs: 0, phase: 'creating' });
    return jobNumber;
  }

  #put(job: JobProgress): void {
    this.#change({ inFlight: { ...this.#state.inFlight, [job.jobNumber]: job } });
  }

  #change(change: Partial<JobLedgerState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
