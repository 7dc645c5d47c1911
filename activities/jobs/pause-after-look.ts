/** How often lists of a job that executes are read anew: looks must not cost more, the more runs it has. */
import type { CollectedRuns } from '../../src/run/messages.ts';
import type { Store } from '../../src/store/index.ts';

/** Of so many rows a look costs little: whoever asks gets one. */
const freeRows = 500;

/** A row of a list takes some 25 µs of processor time to read and check, and as much to serve. */
const pauseMsOfRow = 0.5;

/**
 * How long what a look at a job has read is good for, in milliseconds: the more rows it read, the longer, so that looks take a twentieth of the time
 * of a job, however many runs it has.
 */
export function pauseAfterLook(rows: number): number {
  return rows <= freeRows ? 0 : rows * pauseMsOfRow;
}

/** What a look at a job gave. */
interface Look {
  readonly told: CollectedRuns;
  readonly readAt: Date;
  readonly pauseMs: number;
}

/** The latest looks of one worker, by the job's id; another one may look whenever it wants. */
const looks = new WeakMap<Store, Map<string, Look>>();

/** What the latest look at a job gave, while it is good; undefined: one looks again. A clock that was set back makes no look good for longer. */
export function goodLook(store: Store, jobId: string, now: Date): CollectedRuns | undefined {
  const look = looks.get(store)?.get(jobId);
  if (look === undefined) return undefined;
  const passedMs = now.getTime() - look.readAt.getTime();
  return passedMs >= 0 && passedMs < look.pauseMs ? look.told : undefined;
}

/** Keeps what a look gave that read so many rows. */
export function keepLook(
  store: Store,
  jobId: string,
  { rows, readAt, told }: Omit<Look, 'pauseMs'> & { readonly rows: number },
): void {
  const jobs = looks.get(store) ?? new Map<string, Look>();
  looks.set(store, jobs);
  const pauseMs = pauseAfterLook(rows);
  if (pauseMs > 0) jobs.set(jobId, { told, readAt, pauseMs });
  else jobs.delete(jobId);
}

/** Forgets a job that has ended. */
export function dropLook(store: Store, jobId: string): void {
  looks.get(store)?.delete(jobId);
}
