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
  /** So long there must be room before the patience begins anew, in milliseconds. */
  readonly roomMs?: number;
}

/** A disk that is all but full takes a little now and then, which helps nobody. */
const longRoomMs = 2 * 60_000;

/** What the looks before have seen, by a clock that only goes forward. */
interface Memory {
  readonly faultAt: number;
  /** Cluster's id -> since when it has idled. */
  readonly idleSince: ReadonlyMap<string, number>;
}

/** Looks until the signal. Never throws: what fails is logged, and tried again. */
export async function keepIdleEnded(keeping: IdleKeeping): Promise<void> {
  const { signal, everyMs = 30_000, patienceMs = 10 * 60_000 } = keeping;
  let memory: Memory = { faultAt: -Infinity, idleSince: new Map() };
  for (;;) {
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      memory = await lookOnce(keeping, memory, patienceMs);
    } catch (error) {
      keeping.log.warn({ error }, 'Could not look for clusters that idle beside a full disk');
    }
  }
}

async function lookOnce(
  { homeFault, dependencies, log, roomMs = longRoomMs }: IdleKeeping,
  before: Memory,
  patienceMs: number,
): Promise<Memory> {
  const fault = homeFault();
  const at = performance.now();
  const faultAt = fault === undefined ? before.faultAt : at;
  if (at - faultAt > roomMs) return { faultAt, idleSince: new Map() };
  const idleSince = new Map<string, number>();
  for (const cluster of await findIdleClusters(dependencies)) {
    const since = before.idleSince.get(cluster.id) ?? at;
    idleSince.set(cluster.id, since);
    if (fault === undefined || at - since < patienceMs) continue;
    const refused = await endIdleCluster(dependencies, cluster);
    const words = `Cluster ${cluster.id} of study ${cluster.studyId ?? ''}, on which nothing runs while ${fault.message},`;
    log.warn(
      refused === undefined
        ? `${words} was told to end; its study asks for another one where it needs it`
        : `${words} goes on costing: ${refused}`,
    );
  }
  return { faultAt, idleSince };
}
