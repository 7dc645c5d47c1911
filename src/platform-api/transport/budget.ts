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

/** Budgets from what a platform allows an hour: the same share of it, of which no more than three quarters of a minute's worth goes at once. */
export function budgetLimitsOf(
  requests: Readonly<Partial<Record<Scope, number>>>,
): Partial<BudgetLimits> {
  return Object.fromEntries(
    Object.entries(requests).map(([scope, perHour]) => [
      scope,
      { perHour: perHour * usedShare, burst: Math.max(1, Math.floor(perHour / 80)) },
    ]),
  );
}

/** When a call may go; not granted where that is too late for who asks. */
export interface Turn {
  readonly waitMs: number;
  readonly granted: boolean;
  /** What keeps turns back beside the platform's limit. */
  readonly why?: string;
}

/** The budget of one scope. */
export interface ScopeBudget {
  /**
   * A place in the line of calls; a wait above `longestWaitMs` takes none, and the caller must give up.
   * @param onWait told of a wait that begins before the turn is known
   */
  reserve(
    longestWaitMs: number,
    signal?: AbortSignal,
    onWait?: (waitMs: number) => void,
  ): Turn | Promise<Turn>;
  /** Holds every caller back for `ms`: the platform said so. */
  block(ms: number): void;
}

/** Of each limit, so that others with the same key have room. */
const usedShare = 0.85;

/**
 * The limits known from the field, at 85 %. On loopback none: the platform served
 * there says itself when it is too much, and `FoundLimit` finds what is not.
 */
export function defaultBudgetLimits(hostname: string): BudgetLimits {
  const share = (perHour: number, burst: number) => ({ perHour: perHour * usedShare, burst });
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

/** One scope's budget, shared by all callers of a client but by no other program: first come, first served. */
export class Budget implements ScopeBudget {
  readonly #limit: BudgetLimit;
  readonly #clock: Clock;
  /** The moment up to which calls are already given out, as if each took an hour / perHour. */
  #spokenForMs = Number.NEGATIVE_INFINITY;
  #blockedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(limit: BudgetLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /**
   * Milliseconds until the next call may go, and takes its place; a wait above `longestWaitMs` takes no place and the caller
   * must give up.
   */
  reserve(longestWaitMs: number): Turn {
    const now = this.#clock.monotonicMs();
    const blockedMs = Math.max(0, this.#blockedUntilMs - now);
    const eachMs = 3_600_000 / this.#limit.perHour;
    const from = Math.max(this.#spokenForMs, now - eachMs * this.#limit.burst);
    const waitMs = Math.max(blockedMs, from + eachMs - now);
    const granted = waitMs <= longestWaitMs;
    if (granted) this.#spokenForMs = from + eachMs;
    return { waitMs: Math.max(0, waitMs), granted };
  }

  block(ms: number): void {
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, this.#clock.monotonicMs() + ms);
  }
}
