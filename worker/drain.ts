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

/** What SIGTERM, SIGINT and SIGHUP do to a worker. */
export interface SignalHearing {
  /** From now on the first begins a gentle end, and a second one ends at once. */
  serve(begin: (why: string) => void, leave: (why: string) => void): void;
  /** It has come to its end: signals change nothing any more. */
  over(): void;
}

/**
 * Hears signals from the first moment on: one that came while a worker starts is never lost.
 * @param leave ends a worker that has begun nothing yet
 */
export function hearSignals(
  leave: (why: string) => void,
  source: Pick<NodeJS.EventEmitter, 'on'> = process,
): SignalHearing {
  let [first, later] = [leave, leave];
  let isFirst = true;
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    source.on(name, () => {
      if (isFirst) first(name);
      else later(`second signal, ${name}`);
      isFirst = false;
    });
  }
  return {
    serve(begin, leaveAtOnce) {
      [first, later] = [begin, leaveAtOnce];
    },
    over() {
      [first, later] = [() => undefined, () => undefined];
    },
  };
}
