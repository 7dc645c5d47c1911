import type { Environment } from '../environment.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Settings } from './settings.ts';

/** Which task queues a worker serves: that of workflows and control calls, that of whole files, or both. */
export const workerQueues = ['all', 'control', 'transfer'] as const;

export type WorkerQueues = (typeof workerQueues)[number];

/** From what level on a worker logs, the most talkative first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** What a process that becomes a worker is told. */
export interface WorkerOrder {
  /** Its platform and its Temporal cluster are configured. */
  readonly settings: Settings;
  readonly env: Environment;
  readonly queues: WorkerQueues;
  /** Whole files that are up- or downloaded at a time. */
  readonly transferSlots: number;
  /** How long activities may go on once the worker is asked to end, in milliseconds; then they are handed back. */
  readonly drainMs: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Where Prometheus finds its figures; absent: nowhere. */
  readonly metrics?: ListenAddress | undefined;
  /** Where it says whether it lives and is ready; absent: nowhere. */
  readonly health?: ListenAddress | undefined;
  /** Present where a supervisor of a home runs the worker: its platform may be the home's own. */
  readonly embedded?: {
    /** Hears how to end the worker gently, once it polls. */
    readonly onEnd: (end: () => void) => void;
  };
}

/** Becomes a worker; resolves with the exit code once it has ended. */
export type RunWorker = (order: WorkerOrder) => Promise<0 | 1>;

/** Beyond the time that activities are given: what was handed back is told to Temporal by then, or cut. */
export const handBackMs = 10_000;

/** As the embedded worker has it: its clients wait for its end. */
export const shortDrainMs = 2_000;
