import type { ChildProcess } from 'node:child_process';
import { becomesSilent } from './answer-watch.ts';
import type { ProgramLog } from './program-log.ts';
import type { ProgramSpec } from './program-spec.ts';
import { foreignListener } from './port-owner.ts';
import { signalGroup } from './process-mark.ts';
import { spawnProgram } from './spawn-program.ts';

const readyTimeoutMs = 60_000;

/** Why an attempt is over: its process ended, we ended it, or another user's process has its port. */
export type EndReason = 'ended' | 'refused' | 'taken';

/** Hears one attempt; `onGone` is the last, and comes once. */
export interface AttemptListener {
  readonly onReady: () => void;
  /** @param detail what the program ended with, or why it was ended, as a sentence's end */
  readonly onGone: (detail: string, reason: EndReason) => void;
}

/**
 * One process of a program, from its start to its end. It leads its own process group, and its stdin is a pipe of ours that ends when we do,
 * in whatever way. A process that isn't ready in time, or proves unusable, is killed.
 */
export class ProgramAttempt {
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #spec: ProgramSpec;
  readonly #listener: AttemptListener;
  readonly #over = new AbortController();
  readonly #timeout: NodeJS.Timeout;
  #isReady = false;
  #refusal: string | undefined;

  constructor(spec: ProgramSpec, log: ProgramLog, listener: AttemptListener) {
    this.#spec = spec;
    this.#listener = listener;
    const child = spawnProgram(spec);
    this.#child = child;
    // The pipe breaks when the program dies first; its exit says all there is to say.
    child.stdin.on('error', (error) => log.write(`supervisor: stdin of ${spec.name}: ${error}`));
    log.follow(child.stdout, (line) => {
      if (spec.ready instanceof RegExp && spec.ready.test(line)) this.#becomeReady();
    });
    log.follow(child.stderr, () => undefined);
    child.once('error', (error) => this.#end(`couldn't be started: ${error.message}`));
    child.once('exit', (code, signal) => this.#end(`ended with ${signal ?? `code ${code}`}`));
    this.#timeout = setTimeout(
      () => this.#refuse(`wasn’t ready after ${readyTimeoutMs} ms`),
      readyTimeoutMs,
    );
    this.#awaitReadiness();
  }

  /** Undefined when it couldn't be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Asks it to end, and ends it by force after its time for that. */
  stop(graceMs = this.#spec.stopGraceMs): void {
    const force = setTimeout(() => this.#kill(), graceMs);
    this.#over.signal.addEventListener('abort', () => clearTimeout(force), { once: true });
    this.#child.kill('SIGTERM');
  }

  #awaitReadiness(): void {
    const { ready } = this.#spec;
    if (ready === undefined) this.#child.once('spawn', () => this.#becomeReady());
    if (typeof ready !== 'function') return;
    ready(this.#over.signal).then(
      () => this.#becomeReady(),
      (error: unknown) =>
        this.#refuse(`isn’t usable: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  #becomeReady(): void {
    if (this.#over.signal.aborted || this.#isReady) return;
    const foreign = this.#foreign();
    if (foreign !== undefined) return this.#refuse(`can’t be reached: ${foreign}`);
    clearTimeout(this.#timeout);
    this.#isReady = true;
    void this.#killWhenSilent();
    this.#listener.onReady();
  }

  /** A process that was stopped, or hangs, has ended for all who speak to it. */
  async #killWhenSilent(): Promise<void> {
    const { answersAt } = this.#spec;
    if (answersAt === undefined || !(await becomesSilent(answersAt, this.#over.signal))) return;
    this.#refuse('doesn’t answer any more');
  }

  #refuse(why: string): void {
    if (this.#over.signal.aborted) return;
    this.#refusal = why;
    this.#kill();
  }

  #end(detail: string): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    clearTimeout(this.#timeout);
    // What it started in its group (the guard of the Temporal server) goes with it.
    this.#kill();
    const foreign = this.#foreign();
    if (foreign !== undefined) this.#listener.onGone(`can’t be reached: ${foreign}`, 'taken');
    else if (this.#refusal === undefined) this.#listener.onGone(detail, 'ended');
    else this.#listener.onGone(this.#refusal, 'refused');
  }

  #foreign(): string | undefined {
    return this.#spec.port === undefined ? undefined : foreignListener(this.#spec.port);
  }

  #kill(): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
  }
}
