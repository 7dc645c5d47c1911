import type { Clock } from './clock.ts';
import type { Scope } from './scope.ts';
import { scopes } from './scope.ts';
import { isLoopbackHost } from '../../base-url.ts';

/** Calls allowed in a scope; `burst` may go at once, the rest at the hourly pace. */
export interface BudgetLimit {
  readonly perHour: number;
  readonly burst: number;
}

export type BudgetLimits = Readonly<Record<Scope, BudgetLimit | 'unlimited'>>;

/**
 * The limits known from the field, at 85 % so that others with the same key have room. On loopback none: the platform served
 * there says itself when it is too much.
 */
export function defaultBudgetLimits(hostname: string): BudgetLimits {
  const share = (perHour: number, burst: number) => ({ perHour: perHour * 0.85, burst });
  const limits: BudgetLimits = {
    user: share(7_200, 100),
    'job-submission': share(1_000, 50),
    'jobs-usage': share(90_000, 500),
    'file-access': share(90_000, 500),
    'clusters-usage': share(7_200, 100),
  };
  if (!isLoopbackHost(hostname)) return limits;
  return Object.fromEntries(scopes.map((s) => [s, 'unlimited'])) as unknown as BudgetLimits;
}

/** One scope's budget, shared by all callers of a client: first come, first served. */
export class Budget {
  readonly #limit: BudgetLimit | 'unlimited';
  readonly #clock: Clock;
  /** The moment up to which calls are already given out, as if each took an hour / perHour. */
  #spokenForMs = Number.NEGATIVE_INFINITY;
  #blockedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(limit: BudgetLimit | 'unlimited', clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /**
   * Milliseconds until the next call may go, and takes its place; a wait above `longestWaitMs` takes no place and the caller
   * must give up.
   */
  reserve(longestWaitMs: number): { readonly waitMs: number; readonly granted: boolean } {
    const now = this.#clock.monotonicMs();
    const blockedMs = Math.max(0, this.#blockedUntilMs - now);
    if (this.#limit === 'unlimited')
      return { waitMs: blockedMs, granted: blockedMs <= longestWaitMs };
    const eachMs = 3_600_000 / this.#limit.perHour;
    const from = Math.max(this.#spokenForMs, now - eachMs * this.#limit.burst);
    const waitMs = Math.max(blockedMs, from + eachMs - now);
    const granted = waitMs <= longestWaitMs;
    if (granted) this.#spokenForMs = from + eachMs;
    return { waitMs: Math.max(0, waitMs), granted };
  }

  /** Holds every caller back for `ms`: the platform said so. */
  block(ms: number): void {
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, this.#clock.monotonicMs() + ms);
  }
}
