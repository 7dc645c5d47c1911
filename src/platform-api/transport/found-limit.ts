/** The budget of a scope whose limit nobody knows, as on a platform of this machine: none until a call is refused, then the pace that the refusals leave. */
import type { ScopeBudget, Turn } from './budget.ts';
import type { Clock } from './clock.ts';

/** Between two calls, after the first refusal; each further one doubles it. */
const firstGapMs = 50;
const widestGapMs = 12_000;
/** Each call narrows the gap: 14 make up for a refusal. So a platform that refuses one in twenty by chance slows nothing for long. */
const narrowing = 0.95;
const noGapMs = 5;
/** From here on a person should know. */
const toldGapMs = 500;

/** First come, first served: a call that was refused has its turn before those that come after it. Each program finds its own share. */
export class FoundLimit implements ScopeBudget {
  readonly #scope: string;
  readonly #clock: Clock;
  readonly #remark: (sentence: string) => void;
  #gapMs = 0;
  #blockedUntilMs = Number.NEGATIVE_INFINITY;
  /** When the latest call went. */
  #latestMs = Number.NEGATIVE_INFINITY;
  /** Who came last, and how many are in line. */
  #last: Promise<unknown> = Promise.resolve();
  #inLine = 0;

  /** @param remark told what a person should know of the limit */
  constructor(scope: string, clock: Clock, remark: (sentence: string) => void = () => undefined) {
    this.#scope = scope;
    this.#clock = clock;
    this.#remark = remark;
  }

  reserve(
    longestWaitMs: number,
    signal?: AbortSignal,
    onWait: (waitMs: number) => void = () => undefined,
  ): Turn | Promise<Turn> {
    const waitMs = Math.max(0, this.#dueInMs()) + this.#inLine * this.#gapMs;
    if (waitMs > longestWaitMs) return { waitMs, granted: false };
    if (waitMs === 0 && this.#inLine === 0) return this.#go();
    onWait(waitMs);
    return this.#stand(this.#clock.monotonicMs() + longestWaitMs, signal);
  }

  block(ms: number): void {
    const now = this.#clock.monotonicMs();
    // What went out before is refused with it, and says nothing more.
    const isSame = now < this.#blockedUntilMs;
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, now + ms);
    if (isSame) return;
    this.#gapMs = Math.min(widestGapMs, Math.max(firstGapMs, 2 * this.#gapMs));
    if (this.#gapMs < toldGapMs) return;
    this.#remark(
      `The platform refuses requests of ${this.#scope} (429), for which no limit is set: from here they go out one by one now, at the pace that it leaves. Set what it allows, alike for all workers and command lines (platform.requests)`,
    );
  }

  /** Waits behind those who came before, until a call may go. */
  async #stand(untilMs: number, signal: AbortSignal | undefined): Promise<Turn> {
    const before = this.#last;
    let leave: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => (leave = resolve));
    this.#inLine += 1;
    try {
      await unlessAborted(before, signal);
      for (let waitMs = this.#dueInMs(); waitMs > 0; waitMs = this.#dueInMs()) {
        if (this.#clock.monotonicMs() + waitMs > untilMs) return { waitMs, granted: false };
        await this.#clock.sleep(waitMs, signal);
      }
      return this.#go();
    } finally {
      this.#inLine -= 1;
      // Who gave up lets nobody pass who stands before it.
      void before.then(leave);
    }
  }

  #dueInMs(): number {
    const dueMs = Math.max(this.#blockedUntilMs, this.#latestMs + this.#gapMs);
    return dueMs - this.#clock.monotonicMs();
  }

  #go(): Turn {
    this.#latestMs = this.#clock.monotonicMs();
    this.#gapMs = this.#gapMs < noGapMs ? 0 : this.#gapMs * narrowing;
    return { waitMs: 0, granted: true };
  }
}

async function unlessAborted(
  done: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal === undefined) return void (await done);
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([done, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
