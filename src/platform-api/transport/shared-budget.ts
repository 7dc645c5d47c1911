/** One scope's budget, shared by all programs with the same token: turns are taken in pieces from a book, and first come is first served here. */
import { randomUUID } from 'node:crypto';
import { Budget } from './budget.ts';
import type { BudgetLimit, ScopeBudget, Turn } from './budget.ts';
import type { Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';
import { aheadMs, parseLine, refuseTurns, takeTurns } from './lease.ts';
import type { Taken } from './lease.ts';
import type { RequestBook } from './request-book.ts';
import { TurnsInHand } from './turns-in-hand.ts';

/** A book that doesn't answer for so long is away. */
const bookMs = 10_000;
/** Between two tries of a book that is away. */
const awayMs = 1_000;
/** While the book is away each program goes on alone at this share of the pace, so that what costs money can be ended. */
const aloneShare = 0.02;
const aloneBurst = 5;

interface Waiter {
  readonly untilMs: number;
  readonly answer: (turn: Turn) => void;
  readonly fail: (reason: unknown) => void;
}

export class SharedBudget implements ScopeBudget {
  readonly #scope: string;
  readonly #limit: BudgetLimit;
  readonly #book: RequestBook;
  readonly #clock: Clock;
  readonly #remark: (sentence: string) => void;
  readonly #by = randomUUID().slice(0, 8);
  readonly #alone: Budget;
  readonly #waiters: Waiter[] = [];
  readonly #inHand = new TurnsInHand();
  #blockedUntilMs = Number.NEGATIVE_INFINITY;
  /** The clock that the book goes by, less our own that never goes back: a step of this machine's time moves nothing. */
  #aheadOfOwnMs: number;
  #sharers = 1;
  /** By the book's clock: before, there is no further piece for us. */
  #restUntilMs = 0;
  #isServing = false;
  /** Of the latest piece: how many turns it had, and when it was taken. */
  #latest = { count: 0, atMs: Number.NEGATIVE_INFINITY };
  #away: { readonly reason: string } | undefined;

  /** @param remark told what a person should know of the limit */
  constructor(
    scope: string,
    limit: BudgetLimit,
    book: RequestBook,
    clock: Clock,
    remark: (sentence: string) => void = () => undefined,
  ) {
    this.#remark = remark;
    this.#scope = scope;
    this.#limit = limit;
    this.#book = book;
    this.#clock = clock;
    this.#aheadOfOwnMs = clock.wallMs() - clock.monotonicMs();
    const alone = { perHour: limit.perHour * aloneShare, burst: aloneBurst };
    this.#alone = new Budget(alone, clock);
  }

  async reserve(
    longestWaitMs: number,
    signal?: AbortSignal,
    onWait: (waitMs: number) => void = () => undefined,
  ): Promise<Turn> {
    signal?.throwIfAborted();
    if (this.#waiters.length === 0) {
      const turn = this.#next(longestWaitMs);
      if (turn !== undefined) return turn;
    }
    const waitMs = this.#expectedMs();
    if (waitMs > longestWaitMs) return { waitMs, granted: false, ...this.#why() };
    if (waitMs > 0) onWait(waitMs);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiters.indexOf(waiter);
        if (at >= 0) this.#waiters.splice(at, 1);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        untilMs: this.#clock.monotonicMs() + longestWaitMs,
        answer: (turn) => {
          signal?.removeEventListener('abort', leave);
          resolve(turn);
        },
        fail: (reason) => {
          signal?.removeEventListener('abort', leave);
          reject(reason as Error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      void this.#serve();
    });
  }

  block(ms: number): void {
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, this.#clock.monotonicMs() + ms);
    // Used after the wait, they would come all at once.
    this.#inHand.clear();
    this.#alone.block(ms);
    const told = this.#change((found, nowMs) => ({
      next: refuseTurns(parseLine(found, nowMs), nowMs, ms),
      answer: undefined,
    }));
    // This program minds it in any case; the others learn it from the platform, where the book can't tell them.
    told.catch(() => undefined);
  }

  /** Milliseconds until whoever comes now may expect a turn. */
  #expectedMs(): number {
    const blockedMs = this.#blockedUntilMs - this.#clock.monotonicMs();
    const before = this.#waiters.length - this.#inHand.count();
    const isHungry = this.#clock.monotonicMs() - this.#latest.atMs < aheadMs && before > 0;
    const eachMs = 3_600_000 / this.#limit.perHour;
    // With a burst in hand it is sooner; only what is surely late is refused before it was asked for.
    const queueMs = isHungry ? (before - this.#limit.burst) * eachMs * this.#sharers : 0;
    return Math.max(0, blockedMs, queueMs);
  }

  /** Answers those who wait, until none is left. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiters.length > 0) await this.#serveFirst();
    } catch (error) {
      for (const waiter of this.#waiters.splice(0)) waiter.fail(error);
    } finally {
      this.#isServing = false;
    }
  }

  async #serveFirst(): Promise<void> {
    if (this.#answerFirst()) return;
    const waitMs = await this.#takePiece();
    if (this.#answerFirst() || waitMs <= 0) return;
    await this.#waitFor(waitMs);
  }

  /** Gives the first who waits its turn. @returns false where there is none in hand */
  #answerFirst(): boolean {
    const first = this.#waiters[0];
    if (first === undefined) return true;
    const turn = this.#next(first.untilMs - this.#clock.monotonicMs());
    if (turn === undefined) return false;
    this.#waiters.shift();
    first.answer(turn);
    return true;
  }

  /** Lets `ms` pass; who can't wait so long is told at once. */
  async #waitFor(ms: number): Promise<void> {
    const now = this.#clock.monotonicMs();
    const late = this.#waiters.filter(({ untilMs }) => untilMs < now + ms);
    for (const waiter of late) {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      const waitMs = Math.max(ms, this.#expectedMs());
      waiter.answer({ waitMs, granted: false, ...this.#why() });
    }
    if (this.#waiters.length > 0) await this.#clock.sleep(Math.min(ms, awayMs));
  }

  /** A turn in hand; one that comes too late for the asker stays for another. */
  #next(longestWaitMs: number): Turn | undefined {
    const blockedMs = this.#blockedUntilMs - this.#clock.monotonicMs();
    if (blockedMs > longestWaitMs) return { waitMs: blockedMs, granted: false };
    if (blockedMs > 0) return undefined;
    const now = this.#sharedNow();
    const atMs = this.#inHand.next(now);
    if (atMs !== undefined) {
      const waitMs = Math.max(0, atMs - now);
      const granted = waitMs <= longestWaitMs;
      if (granted) this.#inHand.take();
      return { waitMs, granted };
    }
    if (this.#away === undefined) return undefined;
    const turn = this.#alone.reserve(0);
    return turn.granted ? turn : undefined;
  }

  /** Takes the next piece of the line. @returns milliseconds to wait before another look, 0 when there are turns in hand */
  async #takePiece(): Promise<number> {
    const now = this.#clock.monotonicMs();
    const heldMs = Math.max(this.#blockedUntilMs - now, this.#restUntilMs - this.#sharedNow());
    if (heldMs > 0) return heldMs;
    // Who used up a piece soon needs a larger one: the book is asked seldom. What isn't used lapses.
    const isHungry = now - this.#latest.atMs < 2 * aheadMs;
    const spare = isHungry ? 2 * this.#latest.count : 0;
    const wanted = this.#waiters.length + spare;
    try {
      const taken = await this.#change<Taken>((found, nowMs) => {
        const asker = { by: this.#by, nowMs, limit: this.#limit };
        const result = takeTurns(parseLine(found, nowMs), asker, wanted);
        return 'lease' in result ? { next: result.line, answer: result } : { answer: result };
      });
      // A program that was stopped meanwhile can't tell what became of its turns.
      if (this.#clock.monotonicMs() - now > bookMs) return 0;
      this.#away = undefined;
      if (!('lease' in taken)) {
        this.#sharers = taken.sharers;
        return Math.max(50, taken.waitMs);
      }
      const { lease } = taken;
      this.#aheadOfOwnMs += lease.behindMs;
      this.#sharers = lease.sharers;
      this.#restUntilMs = lease.restUntilMs;
      this.#latest = { count: lease.count, atMs: this.#clock.monotonicMs() };
      this.#inHand.add(lease);
      if (lease.lowerPerHour !== undefined) this.#remark(this.#lowerWords(lease.lowerPerHour));
      return 0;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#away = { reason };
      return awayMs;
    }
  }

  #lowerWords(perHour: number): string {
    return `Another program with this token goes by a lower request limit of ${this.#scope}, ${Math.round(perHour)} an hour beside ${Math.round(this.#limit.perHour)} here: the lower one counts for both. Set the same for all (platform.requests)`;
  }

  #change<T>(
    step: (found: unknown, nowMs: number) => { readonly next?: unknown; readonly answer: T },
  ): Promise<T> {
    return withDeadline(bookMs, undefined, (signal) => {
      const gone = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
      const changed = this.#book.change(this.#scope, (found) => step(found, this.#sharedNow()));
      return Promise.race([changed, gone]);
    });
  }

  #sharedNow(): number {
    return this.#clock.monotonicMs() + this.#aheadOfOwnMs;
  }

  #why(): { readonly why?: string } {
    return this.#away === undefined ? {} : { why: this.#away.reason };
  }
}
