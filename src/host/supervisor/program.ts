import { remedyOfDamage } from './damaged-database.ts';
import { ProgramAttempt, type EndReason } from './program-attempt.ts';
import type { ProgramLog } from './program-log.ts';
import type { ProgramSpec } from './program-spec.ts';

/** What happens to a program; `given-up` is the last. */
export type ProgramEvent =
  | { readonly phase: 'started'; readonly pid: number }
  | { readonly phase: 'ready' }
  | { readonly phase: 'ended'; readonly detail: string }
  /** `taken`: another user's process has its port. `remedy`: what mends it, where that is known. */
  | {
      readonly phase: 'given-up';
      readonly detail: string;
      readonly taken: boolean;
      readonly remedy: string | undefined;
    };

/** What a program asks and tells of itself. */
export interface ProgramOwner {
  readonly onEvent: (event: ProgramEvent) => void;
  /** False where it is to be tried for as long as it takes, whatever is in its way. */
  readonly mayGiveUp: () => boolean;
}

/**
 * `running` (ready or not yet) and `waiting` for the next start alternate. `stop` leads over `stopping` to `gone`, where a program that never
 * became ready ends, too.
 */
type ProgramState =
  | { readonly name: 'running'; readonly attempt: ProgramAttempt }
  | { readonly name: 'waiting'; readonly timer: NodeJS.Timeout }
  | {
      readonly name: 'stopping';
      readonly attempt: ProgramAttempt;
      readonly stopped: Promise<void>;
      readonly onGone: () => void;
    }
  | { readonly name: 'gone' };

/** Waits before the next start after so many failures in a row: quick at first, never so long that work pauses for 5 s. */
const backoffMs = [0, 200, 500, 1000, 2000, 3000];

/** The wait of a program that nothing but time or a person can mend, and that isn't given up. */
const stuckMs = 10_000;

/** Failures in a row of a program that was never ready, after which something is wrong that time won't mend. */
const failuresBeforeGivingUp = 4;

/** Failures in a row after which people are told its last words. */
const failuresBeforeTelling = 3;

/** A program that was ready for so long ended for a new reason: its failures are counted from the beginning. */
const steadyMs = 5000;

/** A program that is started, and started again whenever it ends, until it is stopped. */
export class Program {
  readonly spec: ProgramSpec;
  readonly #log: ProgramLog;
  readonly #owner: ProgramOwner;
  #state: ProgramState = { name: 'gone' };
  #wasEverReady = false;
  #trouble: string | undefined;
  #failures = 0;

  constructor(spec: ProgramSpec, log: ProgramLog, owner: ProgramOwner) {
    this.spec = spec;
    this.#log = log;
    this.#owner = owner;
    this.#launch();
  }

  /** Undefined while it isn't running. */
  pid(): number | undefined {
    return 'attempt' in this.#state ? this.#state.attempt.pid : undefined;
  }

  isReady(): boolean {
    return this.#state.name === 'running' && this.#state.attempt.isReady;
  }

  /** Why it isn't up, as a sentence with its last words once it has failed some times in a row; undefined at its first start. */
  trouble(): string | undefined {
    return this.isReady() ? undefined : this.#trouble;
  }

  /** Ends it for good, gracefully and then by force; returns when it is gone. @param graceMs instead of its own time for that */
  stop(graceMs?: number): Promise<void> {
    const state = this.#state;
    switch (state.name) {
      case 'running': {
        const { promise: stopped, resolve: onGone } = withResolver();
        this.#state = { name: 'stopping', attempt: state.attempt, stopped, onGone };
        state.attempt.stop(graceMs);
        return stopped;
      }
      case 'stopping':
        return state.stopped;
      case 'waiting':
        clearTimeout(state.timer);
        this.#state = { name: 'gone' };
        return Promise.resolve();
      case 'gone':
        return Promise.resolve();
    }
  }

  #launch(): void {
    const attempt: ProgramAttempt = new ProgramAttempt(this.spec, this.#log, {
      onReady: () => {
        if (this.#state.name !== 'running') return;
        this.#wasEverReady = true;
        this.#owner.onEvent({ phase: 'ready' });
      },
      onGone: (detail, reason) => this.#handleEnd(attempt, detail, reason),
    });
    this.#state = { name: 'running', attempt };
    if (attempt.pid === undefined) return;
    this.#log.write(`supervisor: started ${this.spec.name}, pid ${attempt.pid}`);
    this.#owner.onEvent({ phase: 'started', pid: attempt.pid });
  }

  #handleEnd(attempt: ProgramAttempt, detail: string, reason: EndReason): void {
    const before = this.#state;
    this.#log.write(`supervisor: ${this.spec.name} ${detail}`);
    if (before.name === 'stopping') {
      this.#state = { name: 'gone' };
      before.onGone();
      return;
    }
    const wasSteady = attempt.isReady && performance.now() - attempt.startedAt > steadyMs;
    this.#failures = wasSteady ? 0 : this.#failures + 1;
    const hopeless = !this.#wasEverReady && this.#failures >= failuresBeforeGivingUp;
    const taken = reason === 'taken';
    const isStuck = hopeless || taken;
    if (isStuck && this.#owner.mayGiveUp()) {
      this.#state = { name: 'gone' };
      this.#owner.onEvent({
        phase: 'given-up',
        detail: this.#withLastWords(detail, reason),
        taken,
        remedy: this.#remedy(),
      });
      return;
    }
    this.#trouble = this.#describeTrouble(detail, reason);
    const waitMs = isStuck
      ? stuckMs
      : (backoffMs[Math.min(this.#failures, backoffMs.length) - 1] ?? 0);
    this.#state = { name: 'waiting', timer: setTimeout(() => this.#launch(), waitMs) };
    this.#owner.onEvent({ phase: 'ended', detail });
  }

  /** The same words from the third failure in a row on: what is said once isn't said anew each time. */
  #describeTrouble(detail: string, reason: EndReason): string {
    if (this.#failures > failuresBeforeTelling && this.#trouble !== undefined) return this.#trouble;
    if (this.#failures < failuresBeforeTelling) {
      return `The ${this.spec.title} ${detail}; starting it again`;
    }
    const remedy = this.#remedy();
    return `The ${this.spec.title} fails again and again, and is started again each time: it ${this.#withLastWords(detail, reason)}${remedy === undefined ? '' : `\n  ${remedy}`}`;
  }

  #remedy(): string | undefined {
    return remedyOfDamage(this.spec.database, this.#log.tail());
  }

  #withLastWords(detail: string, reason: EndReason): string {
    return reason === 'ended' ? `${detail}; ${quote(this.#log.tail())}` : detail;
  }
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function quote(lines: readonly string[]): string {
  const own = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('supervisor: '))
    .slice(-8);
  return own.length === 0 ? 'it printed nothing' : `its last lines:\n  ${own.join('\n  ')}`;
}
