import type { Dispatcher } from 'undici';
import type { BaseUrl } from '../../base-url.ts';
import type { ScopeBudget } from './budget.ts';
import type { Clock } from './clock.ts';
import type { Redact } from './redact.ts';
import type { Remarks } from './remarks.ts';
import type { Scope } from './scope.ts';

/** Limits of time, in milliseconds. */
export interface Timeouts {
  /** For a call that answers with JSON or nothing, from sending to the last byte. Default 120 s. */
  readonly callMs: number;
  /** For such a call with all its repeats. Default: as many as there are. */
  readonly allTriesMs: number;
  /** Until an answer begins, and between two pieces of a body that is sent. Default 60 s. */
  readonly headersMs: number;
  /** Between two pieces of a body that is read. Default 30 s. */
  readonly bodyMs: number;
  /** A transfer has this long plus its size at `slowestBytesPerSecond`. Default 60 s. */
  readonly transferBaseMs: number;
  /** Default 100,000. */
  readonly slowestBytesPerSecond: number;
  /** How long a call waits for its turn in a budget before it gives up with RateLimitError. Default 20 s. */
  readonly longestBudgetWaitMs: number;
}

/** The limits that hold unless a client is given others. */
export const defaultTimeouts: Timeouts = {
  callMs: 120_000,
  allTriesMs: Number.POSITIVE_INFINITY,
  headersMs: 60_000,
  bodyMs: 30_000,
  transferBaseMs: 60_000,
  slowestBytesPerSecond: 100_000,
  longestBudgetWaitMs: 20_000,
};

/** Something worth a line in a log; holds no token, body or header. */
export interface PlatformLogEvent {
  readonly level: 'debug' | 'warn';
  readonly event:
    | 'asked'
    | 'answered'
    | 'unanswered'
    | 'repeating'
    | 'throttled'
    | 'count-differs'
    | 'status-filter-ignored';
  readonly method: string;
  readonly path: string;
  readonly status?: number | undefined;
  /** Another host was asked, without the token: what it refuses says nothing of that. */
  readonly foreign?: true;
  readonly elapsedMs?: number | undefined;
  /** Of a throttled call: until its turn. */
  readonly waitMs?: number | undefined;
  readonly detail?: string | undefined;
}

/** What every call needs; made once by the client. */
export interface Transport {
  readonly base: BaseUrl;
  readonly token: string;
  readonly dispatcher: Dispatcher;
  readonly budgets: Readonly<Record<Scope, ScopeBudget>>;
  readonly timeouts: Timeouts;
  /** Waits before the second, third … try of a read. */
  readonly readRetryDelaysMs: readonly number[];
  readonly allowedOrigins: readonly string[] | undefined;
  readonly userAgent: string;
  /** A text that no file holds, new for each upload. */
  readonly newBoundary: () => string;
  readonly clock: Clock;
  readonly remarks: Remarks;
  readonly redact: Redact;
  readonly log: (event: PlatformLogEvent) => void;
}
