/**
 * Patience with the platform, one for each attempt of an activity: a used-up budget costs a wait, an outage is waited out for as long as it lasts,
 * and a file is given up only where other calls prove that the platform works.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  ConnectionError,
  PlatformError,
  RateLimitError,
  ServerError,
  TooLargeError,
  UnexpectedShapeError,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import { troubleOf, type Trouble } from '../../src/run/trouble.ts';
import type { ActivityRun } from '../as-activity.ts';

/** Waits before the second, third … try of a file; past the last one it is given up. */
const defaultFileWaitsMs: readonly number[] = [100, 200, 400, 800, 1_600, 1_600, 1_600];
/** The wait between two looks at a platform that is down grows to this. */
const longestOutageWaitMs = 4_000;

/** A turn that comes later isn't waited for here: the activity gives its slot back, and comes again then. What it has done is kept. */
const longestTurnMs = 60_000;

/** What a file gave, or why it can't be had. */
export type FileRead<T> =
  | { readonly content: T; readonly unreadable?: undefined }
  | { readonly unreadable: string; readonly content?: undefined };

export interface PatienceOptions {
  readonly signal: ActivityRun['signal'];
  /** Asks the platform for anything but a file, and reads a file to see whether files can be read. */
  readonly ask: { api(): Promise<unknown>; file(file: PlatformFile): Promise<unknown> };
  /** Told when a wait begins and, with undefined, when it is over. */
  readonly onWait: (wait: Trouble | undefined) => void;
  readonly fileWaitsMs?: readonly number[] | undefined;
}

/** Makes calls of one activity and knows from them whether the platform works. */
export class PlatformPatience {
  readonly #options: PatienceOptions;
  /** Files that were read so far: proof that files can be read. */
  #filesRead = 0;
  #knownGood: PlatformFile | undefined;
  /** One for all callers: a sick platform is asked by one of them. */
  #outage: Promise<void> | undefined;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** One call that fails only for what stays: waits while the budget is used up or the platform is down. */
  readonly call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await this.throttled(work);
    } catch (error) {
      if (!isOutage(error)) throw error;
      return await this.#waitFor(error, work);
    }
  };

  /** One call for which a used-up budget is a wait and no failure, unless it is a long one. */
  readonly throttled = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RateLimitError) || error.retryAfterMs > longestTurnMs) throw error;
        await this.#sleep(error.retryAfterMs);
      }
    }
  };

  /**
   * Reads a file, at several tries. @param others files of the same job, which tell whether it is this one or all
   * @throws for a refused token and for what isn't the platform's failure
   */
  async file<T>(
    file: PlatformFile,
    others: readonly PlatformFile[],
    read: () => Promise<T>,
  ): Promise<FileRead<T>> {
    const waitsMs = this.#options.fileWaitsMs ?? defaultFileWaitsMs;
    for (let failures = 0; ; failures += 1) {
      const before = this.#filesRead;
      try {
        const content = await this.throttled(read);
        this.#filesRead += 1;
        this.#knownGood = file;
        return { content };
      } catch (error) {
        this.#options.signal.throwIfAborted();
        if (!(error instanceof PlatformError) || saysNothingOfFiles(error)) throw error;
        if (error instanceof TooLargeError) return { unreadable: error.message };
        const waitMs = waitsMs[failures];
        const works =
          this.#filesRead > before ||
          // What was answered is this file's matter until it is given up.
          (waitMs !== undefined && !isOutage(error)) ||
          (await this.#filesWork(error, file, others));
        if (!works) {
          this.#outage ??= this.#waitFor(error, () =>
            this.#proveFiles(error, file, others),
          ).finally(() => {
            this.#outage = undefined;
          });
          await this.#outage;
          failures = -1;
        } else if (waitMs === undefined) return { unreadable: error.message };
        else await this.#sleep(waitMs);
      }
    }
  }

  async #filesWork(
    error: PlatformError,
    file: PlatformFile,
    others: readonly PlatformFile[],
  ): Promise<boolean> {
    try {
      await this.#proveFiles(error, file, others);
      return true;
    } catch (probed) {
      if (isOutage(probed)) return false;
      throw probed;
    }
  }

  /** Rejects with an outage while it isn't proven that the platform works and only this file doesn't. */
  async #proveFiles(
    error: PlatformError,
    file: PlatformFile,
    others: readonly PlatformFile[],
  ): Promise<void> {
    const { api, file: readFile } = this.#options.ask;
    const known = this.#knownGood === undefined ? [] : [this.#knownGood];
    // A platform that answers for its files is asked for anything; one that doesn't, for other files.
    const candidates = [...known, ...others]
      .filter((one, index, all) => one.id !== file.id && all.indexOf(one) === index)
      .slice(0, isOutage(error) ? 4 : 0)
      .map((candidate) => () => readFile(candidate));
    let outage = error;
    for (const ask of candidates.length === 0 ? [api] : candidates) {
      try {
        return void (await this.throttled(ask));
      } catch (probed) {
        if (!(probed instanceof PlatformError) || saysNothingOfFiles(probed)) throw probed;
        // Whatever else it says, it answers.
        if (!isOutage(probed)) return;
        outage = probed;
      }
    }
    throw outage;
  }

  /** What `work` gives as soon as it gives something else than an outage. */
  async #waitFor<T>(first: PlatformError, work: () => Promise<T>): Promise<T> {
    const { onWait } = this.#options;
    let trouble = troubleOf(first, new Date().toISOString());
    try {
      for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, longestOutageWaitMs)) {
        onWait(trouble);
        await this.#sleep(waitMs);
        try {
          return await this.throttled(work);
        } catch (error) {
          if (!isOutage(error)) throw error;
          trouble = troubleOf(error, new Date().toISOString(), trouble);
        }
      }
    } finally {
      onWait(undefined);
    }
  }

  async #sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#options.signal });
  }
}

/** A refused token, and a turn that is far off. */
function saysNothingOfFiles(error: PlatformError): boolean {
  return error instanceof AuthenticationError || error instanceof RateLimitError;
}

/** True for a failure that tells of the platform as a whole, or of what stands before it. */
export function isOutage(error: unknown): error is PlatformError {
  return (
    error instanceof ConnectionError ||
    error instanceof ServerError ||
    (error instanceof UnexpectedShapeError && error.retryable)
  );
}
