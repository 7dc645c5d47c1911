/** Calls about the jobs of a pass: they tell a job that can't be read from a platform that is down. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  collect,
  NotFoundError,
  UnexpectedShapeError,
  type Job,
  type PlatformClient,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import type { Trouble } from '../../src/run/trouble.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isOutage, PlatformPatience, type FileRead } from '../jobs/platform-patience.ts';
import { JobFault } from './job-fault.ts';

/** Waits before the second, third … try; past the last one it is asked whether the platform works. */
const triesMs: readonly number[] = [100, 400, 1_600, 1_600];
const fileTriesMs: readonly number[] = [100, 200, 400, 800, 1_600, 1_600, 1_600];
/** Waits before the looks that make sure that a job is gone. */
const goneLooksMs: readonly number[] = [200, 1_000, 3_000];
/** Files that are read to see whether files can be read. */
const probeBytes = 1_000_000;
const mostProbes = 3;
const mostSamples = 5;

/** Makes the calls of one attempt of an activity. */
export class JobCalls {
  readonly #platform: PlatformClient;
  readonly #patience: PlatformPatience;
  readonly #signal: AbortSignal;
  readonly #longestMs: number;
  /** Jobs of the same batch. */
  readonly #jobIds: readonly string[];
  /** A job for which a kind of call worked. */
  readonly #worked = new Map<string, string>();
  /** One file of each of some jobs. */
  readonly #samples = new Map<string, PlatformFile>();

  /** @param jobIds jobs of the same batch */
  constructor(
    { platform, poll }: Pick<ActivityDependencies, 'platform' | 'poll'>,
    jobIds: readonly string[],
    { signal, onWait }: Pick<ActivityRun, 'signal'> & { onWait(wait?: Trouble): void },
  ) {
    this.#platform = platform;
    this.#signal = signal;
    this.#jobIds = jobIds;
    // Tests have short waits everywhere.
    this.#longestMs = poll.maxMs;
    this.#patience = new PlatformPatience({
      signal,
      onWait,
      fileWaitsMs: fileTriesMs.map((ms) => Math.min(ms, poll.maxMs)),
      ask: {
        api: () => this.#askAnything(),
        file: (file) => platform.files.read(file, { signal, maxBytes: probeBytes }),
      },
    });
  }

  /** A call about no job in particular: waits while the platform is down. */
  any<T>(work: () => Promise<T>): Promise<T> {
    return this.#patience.call(work);
  }

  /** Waits before the next try, longer each time. @param tries that failed so far */
  async pause(tries: number): Promise<void> {
    await this.#sleep(triesMs[Math.min(tries, triesMs.length) - 1] ?? 0);
  }

  /** A call that is made once: only a used-up budget is waited for. */
  once<T>(work: () => Promise<T>): Promise<T> {
    return this.#patience.throttled(work);
  }

  /** A job; waits while the platform is down. @throws NotFoundError when it is gone; JobFault as {@link about} */
  job(jobId: string): Promise<Job> {
    const get = (id: string): Promise<Job> => this.#platform.jobs.get(id, { signal: this.#signal });
    return this.unlessSurelyGone(() => this.about('job', jobId, get));
  }

  /** What `ask` gives. @throws NotFoundError when several looks that lie apart say so, and the platform works between them */
  async unlessSurelyGone<T>(ask: () => Promise<T>): Promise<T> {
    for (let look = 0; ; look += 1) {
      try {
        return await ask();
      } catch (error) {
        const waitMs = goneLooksMs[look];
        if (!(error instanceof NotFoundError) || waitMs === undefined) throw error;
        await this.#sleep(waitMs);
        // What stands before a platform that is down or starting may say so of everything.
        await this.#patience.call(() => this.#askForJobs());
      }
    }
  }

  /** All rows of a list that every job has. @throws NotFoundError when the job is gone, JobFault when only the list isn't there */
  async rows<T>(
    kind: string,
    jobId: string,
    list: (jobId: string) => AsyncIterable<T>,
  ): Promise<readonly T[]> {
    try {
      return await this.unlessSurelyGone(() => this.about(kind, jobId, (id) => collect(list(id))));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await this.job(jobId);
      throw new JobFault(
        'failed',
        `The platform has the job, and says that its ${kind} aren’t there: ${error.message}`,
      );
    }
  }

  /**
   * A call of some kind about a job; waits while the platform is down.
   * @throws JobFault when the same call works for another job, so that it is this one's own
   */
  async about<T>(kind: string, jobId: string, read: (jobId: string) => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        const answer = await this.#patience.throttled(() => read(jobId));
        this.#worked.set(kind, jobId);
        return answer;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (!isOutage(error)) throw error;
        if (failures < triesMs.length) {
          await this.pause(failures + 1);
          continue;
        }
        if (await this.#works(kind, jobId, read)) {
          const reason = `The platform fails for this job and not for others: ${error.message}`;
          throw new JobFault('failed', reason);
        }
        await this.#patience.call(async () => {
          if (!(await this.#works(kind, jobId, read))) throw error;
        });
        failures = -1;
      }
    }
  }

  /** A file's contents, as a platform is asked for them that may be down. @throws JobFault when only this file can't be had */
  async file<T>(
    jobId: string,
    file: PlatformFile,
    others: readonly PlatformFile[],
    read: () => Promise<T>,
  ): Promise<T> {
    if (this.#samples.size < mostSamples && !this.#samples.has(jobId)) {
      this.#samples.set(jobId, file);
    }
    const ofOthers = [...this.#samples].filter(([id]) => id !== jobId).map(([, one]) => one);
    const probes = [...ofOthers.slice(0, 2), ...others];
    const answer: FileRead<T> = await this.#patience.file(file, probes, read);
    if (answer.unreadable === undefined) return answer.content;
    throw new JobFault(
      'failed',
      `The file ${file.relativePath ?? file.name ?? file.id} can’t be had: ${answer.unreadable}`,
    );
  }

  /** Whether such a call works for another job, or any call where there is none. */
  async #works(
    kind: string,
    jobId: string,
    read: (jobId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const known = this.#worked.get(kind);
    const others = [...(known === undefined ? [] : [known]), ...this.#jobIds]
      .filter((id, index, all) => id !== jobId && all.indexOf(id) === index)
      .slice(0, mostProbes)
      .map((other) => () => read(other));
    for (const ask of others.length === 0 ? [() => this.#askAnything()] : others) {
      try {
        await this.#patience.throttled(ask);
        return true;
      } catch (error) {
        this.#signal.throwIfAborted();
        // Whatever else it says, it answers.
        if (!isOutage(error)) return true;
      }
    }
    return false;
  }

  #askAnything(): Promise<unknown> {
    const rows = this.#platform.jobs.list({ pageSize: 1, signal: this.#signal });
    return rows[Symbol.asyncIterator]().next();
  }

  /** Like {@link #askAnything}, where the list of jobs must be there. */
  async #askForJobs(): Promise<void> {
    try {
      await this.#askAnything();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      throw new UnexpectedShapeError(
        'the platform says that it has no list of jobs',
        '',
        true,
        error,
      );
    }
  }

  async #sleep(ms: number): Promise<void> {
    await delay(Math.min(ms, this.#longestMs), undefined, { signal: this.#signal });
  }
}
