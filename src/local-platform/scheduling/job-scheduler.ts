import type { PlatformContext, Scheduler } from '../context.ts';
import { livingClusters } from '../database/cluster-store.ts';
import { unfinishedJobs } from '../database/job-store.ts';
import { ClusterLife } from './cluster-life.ts';
import { delaysAt } from './delays.ts';
import { JobLife } from './job-life.ts';
import { RunnerLink } from './runner-link.ts';
import { WakefulLoop } from './wakeful-loop.ts';

/** News of a journal are gathered this long, so that one commit serves many short runs. */
const gatherMs = 40;

/** Drives every submitted job and started cluster through its states, and speaks with the runner. */
export class JobScheduler implements Scheduler {
  readonly #context: () => PlatformContext;
  readonly #link: RunnerLink;
  readonly #jobs = new Map<string, { readonly life: JobLife; readonly loop: WakefulLoop }>();
  readonly #clusters = new Map<string, WakefulLoop>();
  readonly #grown = new Set<string>();
  #ended = false;

  /** @param context asked for only after `start`, since context and scheduler name each other. */
  constructor(
    context: () => PlatformContext,
    settings: PlatformContext['settings'],
    dataFolder: string,
  ) {
    this.#context = context;
    this.#link = new RunnerLink(settings, dataFolder, {
      connected: () => this.#tellRunner(),
      grew: (jobId) => this.#wakeSoon(jobId),
      refused: (jobId, message) => {
        this.#jobs.get(jobId)?.life.refuse(message);
        this.#jobs.get(jobId)?.loop.wake();
      },
    });
  }

  /** Takes up everything that isn't over. */
  start(): void {
    const { database } = this.#context();
    for (const id of livingClusters(database)) this.wakeCluster(id);
    for (const id of unfinishedJobs(database)) this.wakeJob(id);
    void this.#link.run();
  }

  readonly wakeJob = (jobId: string): void => {
    if (this.#ended) return;
    const known = this.#jobs.get(jobId);
    if (known !== undefined) {
      known.loop.wake();
      return;
    }
    const context = this.#context();
    const life = new JobLife(context, delaysAt(context.settings.speed), jobId, (command) =>
      this.#link.send(command),
    );
    const loop = new WakefulLoop(() => life.step());
    this.#jobs.set(jobId, { life, loop });
    void this.#run(`job ${jobId}`, loop, () => this.#jobs.delete(jobId));
  };

  readonly wakeCluster = (clusterId: string): void => {
    if (this.#ended) return;
    const known = this.#clusters.get(clusterId);
    if (known !== undefined) {
      known.wake();
      return;
    }
    const context = this.#context();
    const life = new ClusterLife(
      context,
      delaysAt(context.settings.speed),
      clusterId,
      this.wakeJob,
    );
    const loop = new WakefulLoop(() => life.step());
    this.#clusters.set(clusterId, loop);
    void this.#run(`cluster ${clusterId}`, loop, () => this.#clusters.delete(clusterId));
  };

  readonly stopRun = (jobId: string, run: number): void => {
    this.#link.send({ type: 'stop-run', jobId, run });
  };

  /** Stops driving; the runner and what it executes stay as they are. */
  end(): void {
    this.#ended = true;
    this.#link.close();
    for (const { loop } of this.#jobs.values()) loop.end();
    for (const loop of this.#clusters.values()) loop.end();
  }

  async #run(what: string, loop: WakefulLoop, forget: () => void): Promise<void> {
    try {
      await loop.run();
      forget();
    } catch (error) {
      forget();
      // The state is in the database: the next wake or start resumes from it. Other jobs must not stop with this one.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!this.#ended)
        process.stderr.write(`The scheduler stopped its work on ${what} after an error: ${text}\n`);
    }
  }

  #wakeSoon(jobId: string): void {
    if (this.#grown.has(jobId)) return;
    this.#grown.add(jobId);
    setTimeout(() => {
      this.#grown.delete(jobId);
      this.#jobs.get(jobId)?.loop.wake();
    }, gatherMs);
  }

  #tellRunner(): void {
    for (const { life, loop } of this.#jobs.values()) {
      life.forgetRunner();
      loop.wake();
    }
  }
}
