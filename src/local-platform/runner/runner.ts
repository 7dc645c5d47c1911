import { existsSync } from 'node:fs';
import { jobFolder } from '../job-folder.ts';
import type { RunnerCommand, RunnerNotice } from '../protocol.ts';
import { ActiveJob } from './active-job.ts';
import type { RunnerContext } from './runner-context.ts';
import { folderBytes, shortenLog } from './size-watch.ts';

/** What the runner needs from its program. */
export interface RunnerOptions {
  readonly dataFolder: string;
  /** Cores of this machine that runs may use together. */
  readonly cores: number;
  readonly now: () => number;
  readonly path: string;
  readonly markerPrefix: string;
  readonly instance: string;
  readonly notify: (notice: RunnerNotice) => void;
}

/** How often the logs and folders of executing runs are looked at. */
const watchMs = 500;

/**
 * Executes jobs: fair between them (a free core goes to the job that executes least), within each job's slots, its pool's slots and
 * the machine's cores. Knows job folders only; what a job is on the platform is the server's affair.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #jobs = new Map<string, ActiveJob>();
  readonly #opening = new Set<string>();
  readonly #watch: NodeJS.Timeout;
  /** Commands for a job that is still being opened. */
  readonly #held = new Map<string, RunnerCommand[]>();
  #pumpAsked = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#watch = setInterval(() => this.#watchSizes(), watchMs);
    this.#watch.unref();
  }

  /** Obeys one command of the server; one for a job that isn't here is answered by a look at its journal. */
  obey(command: RunnerCommand): void {
    if (this.#opening.has(command.jobId) && command.type !== 'start') {
      this.#held.set(command.jobId, [...(this.#held.get(command.jobId) ?? []), command]);
      return;
    }
    const job = this.#jobs.get(command.jobId);
    if (command.type === 'start') {
      if (job === undefined) void this.#open(command.jobId);
      else this.#options.notify({ type: 'grew', jobId: command.jobId });
    } else if (command.type === 'stop') job?.stop(command.how);
    else job?.stopRun(command.run);
  }

  /** Kills every run; the journals stay as they are, so a later runner repeats what was cut. */
  async end(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all([...this.#jobs.values()].map((job) => job.abandon()));
  }

  async #open(jobId: string): Promise<void> {
    if (this.#opening.has(jobId)) return;
    this.#opening.add(jobId);
    try {
      const folder = jobFolder(this.#options.dataFolder, jobId);
      if (!existsSync(folder.spec)) throw new Error(`The job's file is missing: ${folder.spec}`);
      const job = new ActiveJob(folder, this.#jobContext());
      await job.clear();
      if (job.over) this.#options.notify({ type: 'grew', jobId });
      else this.#jobs.set(jobId, job);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.notify({ type: 'refused', jobId, message });
    }
    this.#opening.delete(jobId);
    const held = this.#held.get(jobId) ?? [];
    this.#held.delete(jobId);
    for (const command of held) this.obey(command);
    this.#pump();
  }

  #jobContext(): RunnerContext {
    return {
      now: this.#options.now,
      path: this.#options.path,
      markerPrefix: this.#options.markerPrefix,
      instance: this.#options.instance,
      grew: (jobId) => this.#options.notify({ type: 'grew', jobId }),
      changed: () => this.#askPump(),
    };
  }

  /** Many runs may change within one turn of the loop; one pump serves them all. */
  #askPump(): void {
    if (this.#pumpAsked) return;
    this.#pumpAsked = true;
    queueMicrotask(() => {
      this.#pumpAsked = false;
      this.#pump();
    });
  }

  #pump(): void {
    let freeCores = this.#options.cores;
    const poolUse = new Map<string, number>();
    for (const job of this.#jobs.values()) {
      freeCores -= job.executing * this.#coresOf(job);
      const { id } = job.spec.pool;
      poolUse.set(id, (poolUse.get(id) ?? 0) + job.executing);
    }
    for (;;) {
      const job = this.#nextJob(freeCores, poolUse);
      if (job === undefined) break;
      job.startNext();
      freeCores -= this.#coresOf(job);
      const { id } = job.spec.pool;
      poolUse.set(id, (poolUse.get(id) ?? 0) + 1);
      // Of jobs that execute equally much, the one that started longest ago comes first.
      this.#jobs.delete(job.spec.jobId);
      this.#jobs.set(job.spec.jobId, job);
    }
    for (const [jobId, job] of this.#jobs) {
      job.fill(Math.min(job.spec.slots, this.#options.cores) + 2);
      if (job.over) this.#jobs.delete(jobId);
    }
  }

  /** Of the jobs that may start a run now, the one that executes least. */
  #nextJob(freeCores: number, poolUse: ReadonlyMap<string, number>): ActiveJob | undefined {
    let least: ActiveJob | undefined;
    for (const job of this.#jobs.values()) {
      const { pool } = job.spec;
      if (!job.canStart || (poolUse.get(pool.id) ?? 0) >= pool.slots) continue;
      if (this.#coresOf(job) > freeCores) continue;
      if (least === undefined || job.executing < least.executing) least = job;
    }
    return least;
  }

  /** A run that needs more cores than the machine has gets the whole machine. */
  #coresOf(job: ActiveJob): number {
    return Math.min(job.spec.coresPerSlot, this.#options.cores);
  }

  #watchSizes(): void {
    for (const job of this.#jobs.values()) {
      for (const { run, folder } of job.executingFolders()) {
        shortenLog(`${folder.work}/process_output.log`, job.spec.limits.logBytes);
        const { runBytes } = job.spec.limits;
        if (folderBytes(folder.work, runBytes) > runBytes) job.stopRun(run, 'disk');
      }
    }
  }
}
