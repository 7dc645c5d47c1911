import { spawn, type ChildProcess } from 'node:child_process';
import type { ProgramLog } from './program-log.ts';
import { signalGroup } from './process-mark.ts';

/** How one program is started, seen to be ready, and ended. */
export interface ProgramSpec {
  readonly name: 'temporal' | 'platform' | 'runner' | 'worker';
  /** For people: `Temporal server`. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A line of its stdout, or a question that is answered when it is ready; absent: as soon as it runs. */
  readonly ready?: RegExp | ((signal: AbortSignal) => Promise<void>);
  /** From SIGTERM to SIGKILL. */
  readonly stopGraceMs: number;
}

/** What happens to a program; `given-up` is the last. */
export type ProgramEvent =
  | { readonly phase: 'started'; readonly pid: number }
  | { readonly phase: 'ready' }
  | { readonly phase: 'ended'; readonly detail: string }
  | { readonly phase: 'given-up'; readonly detail: string };

/** A program that is kept running until it is stopped. */
export interface Program {
  readonly spec: ProgramSpec;
  /** Undefined while it isn't running. */
  pid(): number | undefined;
  isReady(): boolean;
  /** Ends it for good, gracefully and then by force; returns when it is gone. */
  stop(): Promise<void>;
}

/** Waits before the next start after so many failures in a row: quick at first, never so long that work stands still for 5 s. */
const backoffMs = [0, 200, 500, 1000, 2000, 3000];

/** Failures in a row of a program that was never ready, after which something is wrong that time won't mend. */
const failuresBeforeGivingUp = 4;

const readyTimeoutMs = 60_000;
const steadyMs = 5000;

/**
 * Starts a program and starts it again whenever it ends. It leads its own process group, and its stdin is a pipe of ours that ends
 * when we do, in whatever way.
 */
export function keepProgram(
  spec: ProgramSpec,
  log: ProgramLog,
  onEvent: (event: ProgramEvent) => void,
): Program {
  let child: ChildProcess | undefined;
  let ready = false;
  let wasEverReady = false;
  let failures = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let onGone: (() => void) | undefined;

  function launch(): void {
    const startedAt = performance.now();
    let problem: string | undefined;
    const attempt = new AbortController();
    const current = spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = current;
    // The pipe breaks when the program dies first; its exit says all there is to say.
    current.stdin.on('error', (error) => log.write(`supervisor: stdin of ${spec.name}: ${error}`));
    const pid = current.pid;
    if (pid !== undefined) {
      log.write(`supervisor: started ${spec.name}, pid ${pid}`);
      onEvent({ phase: 'started', pid });
    }
    const timeout = setTimeout(() => {
      problem = `wasn’t ready after ${readyTimeoutMs} ms`;
      if (pid !== undefined) signalGroup(pid, 'SIGKILL');
    }, readyTimeoutMs);
    const becomeReady = (): void => {
      if (attempt.signal.aborted || ready) return;
      clearTimeout(timeout);
      ready = true;
      wasEverReady = true;
      onEvent({ phase: 'ready' });
    };
    log.follow(current.stdout, (line) => {
      if (spec.ready instanceof RegExp && spec.ready.test(line)) becomeReady();
    });
    log.follow(current.stderr, () => undefined);
    if (spec.ready === undefined) current.once('spawn', becomeReady);
    else if (typeof spec.ready === 'function') {
      spec.ready(attempt.signal).then(becomeReady, (error: unknown) => {
        if (attempt.signal.aborted) return;
        problem = `isn’t usable: ${error instanceof Error ? error.message : String(error)}`;
        if (pid !== undefined) signalGroup(pid, 'SIGKILL');
      });
    }
    const gone = (end: string): void => {
      if (attempt.signal.aborted) return;
      const detail = problem ?? end;
      attempt.abort();
      clearTimeout(timeout);
      // What it started in its group (the guard of the Temporal server) goes with it.
      if (pid !== undefined) signalGroup(pid, 'SIGKILL');
      const wasReady = ready;
      child = undefined;
      ready = false;
      log.write(`supervisor: ${spec.name} ${detail}`);
      if (stopping) {
        onGone?.();
        return;
      }
      failures = wasReady && performance.now() - startedAt > steadyMs ? 0 : failures + 1;
      if (!wasEverReady && failures >= failuresBeforeGivingUp) {
        onEvent({
          phase: 'given-up',
          detail: problem ?? `${detail}; ${quote(log.tail())}`,
        });
        return;
      }
      onEvent({ phase: 'ended', detail });
      timer = setTimeout(launch, backoffMs[Math.min(failures, backoffMs.length) - 1] ?? 0);
    };
    current.once('error', (error) => gone(`couldn't be started: ${error.message}`));
    current.once('exit', (code, signal) => gone(`ended with ${signal ?? `code ${code}`}`));
  }

  launch();
  return {
    spec,
    pid: () => child?.pid,
    isReady: () => ready,
    stop() {
      stopping = true;
      clearTimeout(timer);
      const current = child;
      if (current === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const force = setTimeout(() => {
          if (current.pid !== undefined) signalGroup(current.pid, 'SIGKILL');
        }, spec.stopGraceMs);
        onGone = () => {
          clearTimeout(force);
          resolve();
        };
        current.kill('SIGTERM');
      });
    },
  };
}

function quote(lines: readonly string[]): string {
  const own = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('supervisor: '))
    .slice(-8);
  return own.length === 0 ? 'it printed nothing' : `its last lines:\n  ${own.join('\n  ')}`;
}
