import type { EndpointScope } from './endpoint.ts';
import { Problem } from './problem.ts';

const hourMs = 3_600_000;

/** Requests per hour by scope: a bucket that refills steadily and holds one minute's worth, or ten requests if that is more. */
export class Budgets {
  readonly #perHour: Readonly<Record<string, number>>;
  readonly #now: () => number;
  readonly #levels = new Map<string, { level: number; at: number }>();

  constructor(perHour: Readonly<Record<string, number>>, now: () => number) {
    this.#perHour = perHour;
    this.#now = now;
  }

  /** Takes one request from the scope's budget. @throws Problem 429 with `Retry-After` in seconds. */
  take(scope: EndpointScope): void {
    const perHour = this.#perHour[scope];
    if (perHour === undefined) return;
    const capacity = Math.max(10, perHour / 60);
    const now = this.#now();
    const bucket = this.#levels.get(scope) ?? { level: capacity, at: now };
    const level = Math.min(capacity, bucket.level + ((now - bucket.at) * perHour) / hourMs);
    if (level < 1) {
      const seconds = Math.ceil((((1 - level) / perHour) * hourMs) / 1000);
      throw new Problem(
        429,
        { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
        { 'retry-after': String(seconds) },
      );
    }
    this.#levels.set(scope, { level: level - 1, at: now });
  }
}
