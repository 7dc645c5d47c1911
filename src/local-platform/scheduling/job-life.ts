import type { PlatformContext } from '../context.ts';
import { findCluster } from '../database/cluster-store.ts';
import { changeJob, findJob, type JobRow, type StopRequest } from '../database/job-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { appendStatus, readStatuses } from '../database/status-history.ts';
import type { JobEndCause, RunnerCommand } from '../protocol.ts';
import type { Delays } from './delays.ts';
import { readJournal } from './read-journal.ts';
import { stageJob } from './stage-job.ts';
import type { NextStep } from './wakeful-loop.ts';

const endReasons: Readonly<Record<Exclude<JobEndCause, 'finished'>, string>> = {
  stop: 'User Terminated',
  force: 'User Terminated',
  shutdown: 'User Terminated',
  walltime: 'Maximum walltime exceeded',
};

/** The reasons under which a job without mistakes and one with failed runs complete. */
const success = 'Completed successfully';
const runFailed = 'A run failed';

/**
 * One job on its way through the states of the document, in the document's order. Each step reads where the job stands from the
 * database and takes it one state further, so a server that was killed resumes where it was.
 */
export class JobLife {
  readonly #context: PlatformContext;
  readonly #delays: Delays;
  readonly #jobId: string;
  readonly #send: (command: RunnerCommand) => void;
  /** A reason why the runner refused the job. */
  #refused: string | undefined;
  /** The last command sent to this runner; undefined again for a new runner. */
  #sent: StopRequest | 'start' | undefined;

  constructor(
    context: PlatformContext,
    delays: Delays,
    jobId: string,
    send: (command: RunnerCommand) => void,
  ) {
    this.#context = context;
    this.#delays = delays;
    this.#jobId = jobId;
    this.#send = send;
  }

  /** The runner is new, or there again. */
  forgetRunner(): void {
    this.#sent = undefined;
  }

  refuse(message: string): void {
    this.#refused = message;
  }

  /** Takes the job one step further. */
  async step(): Promise<NextStep> {
    const job = findJob(this.#context.database, this.#jobId);
    if (job === undefined || job.status === null) return 'over';
    switch (job.status) {
      case 'Pending':
      case 'Waiting for Cluster':
      case 'Waiting for Queue':
      case 'Queued':
      case 'Started':
      case 'Validated':
        return job.stopAsked === null
          ? this.#forward(job)
          : this.#complete(job, endReasons[job.stopAsked], true);
      case 'Completed':
        return this.#endCluster(job);
      default:
        return this.#execute(job);
    }
  }

  async #forward(job: JobRow): Promise<NextStep> {
    const { queueMs, startMs } = this.#delays;
    switch (job.status) {
      case 'Pending':
        if (job.clusterId !== null) return this.#awaitCluster(job);
        return this.#after(job, queueMs / 2, 'Waiting for Queue');
      case 'Waiting for Cluster':
        return this.#awaitCluster(job);
      case 'Waiting for Queue':
        return this.#after(job, job.clusterId === null ? queueMs / 2 : 0, 'Queued');
      case 'Queued':
        return this.#after(job, 0, 'Started', job.clusterId === null ? 'Starting' : undefined);
      case 'Started':
        return this.#after(
          job,
          job.clusterId === null ? startMs : 0,
          'Validated',
          job.clusterId === null ? 'Started' : undefined,
        );
      default:
        return this.#begin(job);
    }
  }

  async #awaitCluster(job: JobRow): Promise<NextStep> {
    const cluster = findCluster(this.#context.database, job.clusterId ?? '');
    if (cluster?.status === 'Started') return this.#move(job, 'Waiting for Queue');
    if (
      cluster === undefined ||
      ['Stop Requested', 'Stopping', 'Stopped'].includes(cluster.status)
    ) {
      return this.#complete(job, 'The cluster stopped before the job could start', true);
    }
    if (job.status !== 'Waiting for Cluster') return this.#move(job, 'Waiting for Cluster');
    return 'asleep';
  }

  async #begin(job: JobRow): Promise<NextStep> {
    try {
      await stageJob(this.#context, job);
    } catch (error) {
      return this.#complete(job, error instanceof Error ? error.message : String(error), true);
    }
    await this.#context.database.write(() => {
      changeJob(this.#context.database, job.id, { executing_since: this.#context.now() });
      this.#note(job, 'Executing');
    });
    return 'again';
  }

  async #execute(job: JobRow): Promise<NextStep> {
    if (this.#refused !== undefined) return this.#complete(job, this.#refused, true);
    const { closed, more } = await readJournal(this.#context, job.id);
    if (closed !== undefined) return this.#finish(job, closed);
    if (job.stopAsked !== null && job.status === 'Executing') {
      return this.#move(
        job,
        job.stopAsked === 'force' ? 'Force Stop' : 'Stopping',
        endReasons[job.stopAsked],
      );
    }
    if (this.#sent === undefined) this.#send({ type: 'start', jobId: job.id });
    this.#sent ??= 'start';
    if (job.stopAsked !== null && this.#sent !== job.stopAsked) {
      this.#send({ type: 'stop', jobId: job.id, how: job.stopAsked });
      this.#sent = job.stopAsked;
    }
    return more ? 'again' : 'asleep';
  }

  async #finish(job: JobRow, how: JobEndCause): Promise<NextStep> {
    const failed = findJob(this.#context.database, job.id)?.failedRuns ?? 0;
    if (how !== 'finished') return this.#complete(job, endReasons[how], true);
    return this.#complete(job, failed > 0 ? runFailed : success, failed > 0);
  }

  /** `Completed` is the only end; what went wrong stands in its reason, and in a `Stopping` before it. */
  async #complete(job: JobRow, reason: string, troubled: boolean): Promise<NextStep> {
    const { database, now } = this.#context;
    await database.write(() => {
      if (troubled && job.status !== 'Stopping' && job.status !== 'Force Stop') {
        this.#note(job, 'Stopping', reason);
      }
      this.#note(job, 'Completed', reason);
      const hasCluster = job.clusterId === null && job.clusterStatus !== 'Not Started';
      if (hasCluster) this.#noteCluster(job, 'Stop Requested');
      else if (job.clusterId === null) this.#noteCluster(job, 'Stopped');
      appendToLedger(database, now(), 'job ended', job.id, { reason });
    });
    return 'again';
  }

  async #endCluster(job: JobRow): Promise<NextStep> {
    if (job.clusterId !== null || job.clusterStatus === 'Stopped') return 'over';
    const { database, now } = this.#context;
    const [last] = readStatuses(database, `job-cluster:${job.id}`, 0, 1).rows;
    const wait = (last?.at ?? 0) + this.#delays.endMs - now();
    if (wait > 0) return { waitMs: wait };
    const next = job.clusterStatus === 'Stop Requested' ? 'Stopping' : 'Stopped';
    await database.write(() => this.#noteCluster(job, next));
    return 'again';
  }

  /** Moves on once the job has been in its state for so long; sooner when it is asked to stop. */
  async #after(
    job: JobRow,
    stayMs: number,
    status: string,
    clusterStatus?: string,
  ): Promise<NextStep> {
    const { database, now } = this.#context;
    const [last] = readStatuses(database, `job:${job.id}`, 0, 1).rows;
    const wait = (last?.at ?? 0) + stayMs - now();
    if (wait > 0) return { waitMs: wait };
    await database.write(() => {
      this.#note(job, status);
      if (clusterStatus !== undefined) this.#noteCluster(job, clusterStatus);
    });
    return 'again';
  }

  async #move(job: JobRow, status: string, reason?: string): Promise<NextStep> {
    await this.#context.database.write(() => this.#note(job, status, reason));
    return 'again';
  }

  #note(job: JobRow, status: string, reason: string | null = null): void {
    const { database, now } = this.#context;
    changeJob(database, job.id, { status });
    appendStatus(database, `job:${job.id}`, status, now(), reason);
  }

  #noteCluster(job: JobRow, status: string): void {
    const { database, now } = this.#context;
    changeJob(database, job.id, { cluster_status: status });
    appendStatus(database, `job-cluster:${job.id}`, status, now());
  }
}
