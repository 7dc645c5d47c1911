import type { Dispatcher } from 'undici';
import { parseBaseUrl } from '../../base-url.ts';
import { Budget, budgetLimitsOf, defaultBudgetLimits } from './budget.ts';
import type { BudgetLimits, ScopeBudget } from './budget.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { FoundLimit } from './found-limit.ts';
import { createRedact } from './redact.ts';
import { Remarks } from './remarks.ts';
import type { RequestBook } from './request-book.ts';
import { scopes } from './scope.ts';
import type { Scope } from './scope.ts';
import { SharedBudget } from './shared-budget.ts';
import { checkToken } from './token.ts';
import { defaultTimeouts } from './transport.ts';
import type { PlatformLogEvent, Timeouts, Transport } from './transport.ts';

/** Settings of a client; everything but the first lines has a default. */
export interface TransportOptions {
  readonly baseUrl: string;
  /** An account's API token; blanks around it don't matter. */
  readonly token: string;
  readonly dispatcher: Dispatcher;
  readonly newBoundary: () => string;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Calls allowed a scope; default: 85 % of the known limits, none on loopback. */
  readonly budgets?: Partial<BudgetLimits> | undefined;
  /** Requests an hour that the platform allows, by scope, where that isn't what is known of it. */
  readonly requests?: Readonly<Partial<Record<Scope, number>>> | undefined;
  /** Where limited budgets are shared with other programs of the same token; default: they are this client's own. */
  readonly book?: RequestBook | undefined;
  /** Waits before further tries of a read; default 200 and 1,000 ms. */
  readonly readRetryDelaysMs?: readonly number[] | undefined;
  /** Origins besides the platform's that may be asked for file contents; default: any public one. Never with the token. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly userAgent?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: ((event: PlatformLogEvent) => void) | undefined;
}

/** @throws UsageError, AuthenticationError */
export function createTransport(options: TransportOptions): Transport {
  const base = parseBaseUrl(options.baseUrl);
  const token = checkToken(options.token);
  const clock = options.clock ?? systemClock;
  const stated = budgetLimitsOf(options.requests ?? {});
  const limits = { ...defaultBudgetLimits(base.hostname), ...stated, ...options.budgets };
  const remarks = new Remarks(clock);
  const budgets = Object.fromEntries(
    scopes.map((scope) => {
      const remark = (sentence: string): void => remarks.add(`limit of ${scope}`, sentence);
      return [scope, budgetOf(scope, limits[scope], options.book, clock, remark)];
    }),
  ) as Record<Scope, ScopeBudget>;
  return {
    base,
    token,
    dispatcher: options.dispatcher,
    budgets,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    readRetryDelaysMs: options.readRetryDelaysMs ?? [200, 1_000],
    allowedOrigins: options.allowedOrigins,
    userAgent: options.userAgent ?? 'doeflow',
    newBoundary: options.newBoundary,
    clock,
    remarks,
    redact: createRedact(token),
    log: options.log ?? (() => undefined),
  };
}

function budgetOf(
  scope: Scope,
  limit: BudgetLimits[Scope],
  book: RequestBook | undefined,
  clock: Clock,
  remark: (sentence: string) => void,
): ScopeBudget {
  if (limit === 'unlimited') return new FoundLimit(scope, clock, remark);
  if (book === undefined) return new Budget(limit, clock);
  return new SharedBudget(scope, limit, book, clock, remark);
}
