/** Sees from the platform client's log what delays the calls of one activity before any of them fails: no answer, or a wait for its turn. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PlatformLogEvent } from '../src/platform-api/index.ts';
import { troubleOf, type Trouble } from '../src/run/trouble.ts';

/** A call without an answer for this long is shown. */
const slowAnswerMs = 6_000;
/** Turns that come sooner are the usual pace, and no trouble. */
const shortTurnMs = 2_000;
/** A call that failed and isn't asked again for this long is given up; the longest wait between two tries is in it. */
const givenUpMs = 30_000;
/** The same of one without an answer, while no call is out. */
const pauseMs = 8_000;

const current = new AsyncLocalStorage<CallWatch>();

/** Listener for the platform client's log: hands each event to the activity that made the call. */
export function hearPlatformCall(event: PlatformLogEvent): void {
  current.getStore()?.hear(event);
}

/** What one activity's calls wait for just now. */
export class CallWatch {
  readonly #now: () => number;
  #out = 0;
  /** Since when the platform has answered nothing; what is asked again after no answer is still waited for. */
  #silentSinceMs = 0;
  #unansweredMs = Number.NEGATIVE_INFINITY;
  #turn: { readonly sinceMs: number; readonly untilMs: number; readonly path: string } | undefined;
  #lastGoodMs = Number.NEGATIVE_INFINITY;
  /** Calls whose latest try failed, and when. */
  readonly #failing = new Map<string, number>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Runs `work` so that its calls are seen here. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, work);
  }

  hear({ event, status, waitMs, method, path }: PlatformLogEvent): void {
    const now = this.#now();
    if (event === 'asked') {
      const isAgain = now - this.#unansweredMs < pauseMs;
      if (this.#out === 0 && !isAgain) this.#silentSinceMs = now;
      this.#out += 1;
    }
    if (event === 'answered' || event === 'unanswered') {
      this.#out = Math.max(0, this.#out - 1);
      const name = `${method} ${path}`;
      if (status === undefined || heals(status)) this.#failing.set(name, now);
      else this.#failing.delete(name);
      if (event === 'unanswered') this.#unansweredMs = now;
      else {
        this.#unansweredMs = Number.NEGATIVE_INFINITY;
        this.#silentSinceMs = now;
      }
      if (status !== undefined && status < 400) this.#lastGoodMs = now;
    }
    if (event === 'throttled' && waitMs !== undefined && waitMs >= shortTurnMs) {
      const isSame = this.#turn !== undefined && now - this.#turn.untilMs < shortTurnMs;
      const sinceMs = isSame && this.#turn !== undefined ? this.#turn.sinceMs : now;
      this.#turn = { sinceMs, untilMs: now + waitMs, path: `[${method}] ${path}` };
    }
  }

  /** True when the platform gave a good answer after `ms`, and no other call still fails: each try may begin with calls that go well. */
  wasAnsweredSince(ms: number): boolean {
    const now = this.#now();
    const fails = [...this.#failing.values()].some((atMs) => now - atMs < givenUpMs);
    return this.#lastGoodMs > ms && !fails;
  }

  /** What is waited for now; undefined when calls go their usual way. */
  trouble(): Trouble | undefined {
    const now = this.#now();
    const turn = this.#turn;
    if (turn !== undefined && now < turn.untilMs) {
      const seconds = Math.ceil((turn.untilMs - now) / 1000);
      const message = `${turn.path}: not sent yet, its turn is in ${seconds} s`;
      return shown({ code: 'API_RATE_LIMIT', message }, turn.sinceMs);
    }
    if (this.#out === 0 && now - this.#unansweredMs >= pauseMs) return undefined;
    const silentSinceMs = this.#silentSinceMs;
    if (now - silentSinceMs < slowAnswerMs) return undefined;
    const seconds = Math.floor((now - silentSinceMs) / 1000);
    const message = `No answer of the platform for ${seconds} s, and no refusal`;
    return shown({ code: 'API_CONNECTION', message }, silentSinceMs);
  }
}

/** Whether a call that was answered so is asked again. */
function heals(status: number): boolean {
  return status >= 500 || [401, 403, 408, 429].includes(status);
}

function shown(failure: { readonly code: string; readonly message: string }, ms: number): Trouble {
  return troubleOf({ ...failure, attempts: 0 }, new Date(ms).toISOString());
}
