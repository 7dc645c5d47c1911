/** A 404 about what was there: believed only when looks that lie apart agree, as a gateway or a restarting platform gives one too. */
import { setTimeout as delay } from 'node:timers/promises';
import { NotFoundError, UnexpectedShapeError } from '../src/platform-api/index.ts';
import { troubleOf, type Trouble } from '../src/run/trouble.ts';
import type { ActivityRun } from './as-activity.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Waits before the second, third … look, as shares of the longest wait between two polls: about a minute with the default of 30 s. */
const lookShares: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1];

type Asking = Pick<ActivityDependencies, 'platform' | 'poll'>;
type Showing = Pick<ActivityRun, 'signal' | 'show'>;

/**
 * What `ask` gives; undefined for a job that someone deleted, which is an outcome and no failure of ours.
 * @throws UnexpectedShapeError, which heals, where the platform has the job and says 404 of what belongs to it
 */
export function unlessJobGone<T>(
  { platform, poll }: Asking,
  jobId: string,
  run: Showing,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const get = (): Promise<unknown> => platform.jobs.get(jobId, { signal: run.signal });
  return unlessGone({ kind: 'job', id: jobId, code: 'JOB_NOT_FOUND', get }, poll, run, ask);
}

/** The same for a cluster: one that is taken for gone by mistake would be left on, and paid for. */
export function unlessClusterGone<T>(
  { platform, poll }: Asking,
  clusterId: string,
  run: Showing,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const get = (): Promise<unknown> => platform.clusters.get(clusterId, { signal: run.signal });
  const thing: Thing = { kind: 'cluster', id: clusterId, code: 'CLUSTER_NOT_FOUND', get };
  return unlessGone(thing, poll, run, ask);
}

interface Thing {
  readonly kind: 'job' | 'cluster';
  readonly id: string;
  /** Of the trouble while it is doubted. */
  readonly code: string;
  get(): Promise<unknown>;
}

async function unlessGone<T>(
  { kind, id, code, get }: Thing,
  poll: Asking['poll'],
  { signal, show }: Showing,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  let trouble: Trouble | undefined;
  try {
    for (let look = 0; ; look += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        const share = lookShares[look];
        if (share === undefined) {
          if (!(await isThere(get))) return undefined;
          throw new UnexpectedShapeError(
            `the platform has ${kind} ${id}, but says that this is not there`,
            '',
            true,
            error,
          );
        }
        trouble = troubleOf({ code, message: error.message }, new Date().toISOString(), trouble);
        show({ [kind]: id, trouble });
        await delay(share * poll.maxMs, undefined, { signal });
      }
    }
  } finally {
    if (trouble !== undefined) show({ [kind]: id });
  }
}

async function isThere(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
