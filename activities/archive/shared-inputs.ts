/** Whether a job's input files may go with it: only when no other job that the account can see refers to them. */
import { type Job, type PlatformClient } from '../../src/platform-api/index.ts';
import { inputFilesOf } from './bag-plan.ts';
import { inWindow } from './in-window.ts';
import type { JobCalls } from './job-calls.ts';
import { unlessNotServed } from './look-at-job.ts';

const jobsAtATime = 8;
const pageSize = 1_000;

/** Input files of all jobs that the account can see; jobs that appear later are looked at when it is asked. */
export class SharedInputs {
  readonly #platform: PlatformClient;
  readonly #calls: JobCalls;
  readonly #signal: AbortSignal;
  /** File ids by job, of every job seen so far. */
  readonly #filesOfJobs = new Map<string, ReadonlySet<string>>();
  #unreadable: string | undefined;

  constructor(platform: PlatformClient, calls: JobCalls, signal: AbortSignal) {
    this.#platform = platform;
    this.#calls = calls;
    this.#signal = signal;
  }

  /** Why the job's input files must stay, as a sentence; undefined where they may go. */
  async reasonToKeep(job: Job): Promise<string | undefined> {
    const own = inputFilesOf(job);
    if (own.length === 0) return 'it has no input files';
    const visible = await this.#look();
    if (this.#unreadable !== undefined) return this.#unreadable;
    for (const [jobId, files] of this.#filesOfJobs) {
      if (jobId === job.id || !visible.has(jobId)) continue;
      const shared = own.find(({ id }) => files.has(id));
      if (shared !== undefined) return `job ${jobId} refers to ${shared.name} (${shared.id}) too`;
    }
    return undefined;
  }

  /** Ids of the jobs that can be seen now; those that weren't seen before are read. */
  async #look(): Promise<ReadonlySet<string>> {
    const visible = new Set<string>();
    for await (const { id } of this.#platform.jobs.list({
      ...{ f: '0', pageSize, signal: this.#signal },
      askPage: (ask) => this.#calls.any(ask),
    })) {
      visible.add(id);
    }
    const unseen = [...visible].filter((id) => !this.#filesOfJobs.has(id));
    await inWindow(unseen, { width: jobsAtATime, signal: this.#signal }, (jobId, signal) =>
      this.#read(jobId, signal),
    );
    return visible;
  }

  async #read(jobId: string, signal: AbortSignal): Promise<void> {
    const notes: string[] = [];
    const job = await unlessNotServed(
      `job ${jobId} to this account`,
      notes,
      () => this.#calls.about('job', jobId, (id) => this.#platform.jobs.get(id, { signal })),
      () => Promise.resolve(),
    );
    if (job !== undefined) {
      this.#filesOfJobs.set(jobId, new Set(inputFilesOf(job).map(({ id }) => id)));
      return;
    }
    this.#unreadable = `whether others refer to them can’t be told: job ${jobId} is listed, but can’t be read`;
  }
}
