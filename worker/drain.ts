/**
 * The gentle end of a worker: it takes nothing new, has waits handed back at once, lets other activities finish for a while, and hands back the
 * rest, so that another worker has their next try within a second instead of after a silence.
 */
import type { Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { handBackMs } from '../src/host/worker-order.ts';

/** What ends together. */
export interface Draining {
  readonly workers: readonly Pick<Worker, 'getState' | 'getStatus' | 'shutdown'>[];
  readonly log: Pick<Logger, 'info'>;
  /** How long activities may go on. */
  readonly drainMs: number;
  /** Aborted first: what only waits is handed back at once. */
  readonly handBack: AbortController;
}

/** Begins the end, once; says why, how much is under way, and how long it may take at most. */
export function drain({ workers, log, drainMs, handBack }: Draining, why: string): void {
  if (handBack.signal.aborted) return;
  const underWay = workers.reduce(
    (sum, worker) => sum + worker.getStatus().numInFlightActivities,
    0,
  );
  log.info(
    { activities: underWay, drainMs, limitMs: drainMs + handBackMs },
    `${why}: takes nothing new and ends within ${seconds(drainMs + handBackMs)}. Activities under way: ${underWay}; those that wait are handed back now, others after ${seconds(drainMs)}. A second signal ends at once`,
  );
  handBack.abort();
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/**
 * Ends gently on the first SIGTERM, SIGINT or SIGHUP, and at once on a second.
 * @returns stops listening
 */
export function drainOnSignals(
  begin: (why: string) => void,
  leave: (why: string) => void,
  source: Pick<NodeJS.EventEmitter, 'on' | 'off'> = process,
): () => void {
  let isFirst = true;
  const listeners = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((name) => {
    const listener = (): void => {
      if (isFirst) begin(name);
      else leave(`second signal, ${name}`);
      isFirst = false;
    };
    source.on(name, listener);
    return { name, listener };
  });
  return () => {
    for (const { name, listener } of listeners) source.off(name, listener);
  };
}
