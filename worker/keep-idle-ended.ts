/** Ends clusters that idle while the disk of this home is full: the Temporal server on it takes no step then, and its studies can't give them back. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { endIdleCluster, findIdleClusters, type LookDependencies } from '../src/reaper/index.ts';

/** What the watch works with. */
export interface IdleKeeping {
  /** Why nothing can be written into the home, if so. */
  readonly homeFault: () => { readonly message: string } | undefined;
  readonly dependencies: LookDependencies;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** From one look to the next, in milliseconds. */
  readonly everyMs?: number;
  /** So long a cluster idles before it is ended, in milliseconds. */
  readonly patienceMs?: number;
}

/** Looks until the signal. Never throws: what fails is logged, and tried again. */
export async function keepIdleEnded(keeping: IdleKeeping): Promise<void> {
  const { signal, everyMs = 30_000, patienceMs = 10 * 60_000 } = keeping;
  let idleSince = new Map<string, number>();
  for (;;) {
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      idleSince = await lookOnce(keeping, idleSince, patienceMs);
    } catch (error) {
      keeping.log.warn({ error }, 'Could not look for clusters that idle beside a full disk');
    }
  }
}

/** Gives back since when each cluster has been seen to idle, by a clock that only goes forward. */
async function lookOnce(
  { homeFault, dependencies, log }: IdleKeeping,
  idleSince: ReadonlyMap<string, number>,
  patienceMs: number,
): Promise<Map<string, number>> {
  const fault = homeFault();
  if (fault === undefined) return new Map();
  const at = performance.now();
  const seen = new Map<string, number>();
  for (const cluster of await findIdleClusters(dependencies)) {
    const since = idleSince.get(cluster.id) ?? at;
    seen.set(cluster.id, since);
    if (at - since < patienceMs) continue;
    const refused = await endIdleCluster(dependencies, cluster);
    const words = `Cluster ${cluster.id} of study ${cluster.studyId ?? ''}, on which nothing runs while ${fault.message},`;
    if (refused === undefined)
      log.warn(`${words} was told to end; its study asks for another one where it needs it`);
    else log.warn(`${words} goes on costing: ${refused}`);
  }
  return seen;
}
