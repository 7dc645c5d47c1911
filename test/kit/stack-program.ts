import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ProgramSpec } from '../../src/host/supervisor/program-spec.ts';
import { signalGroup } from '../../src/host/supervisor/process-mark.ts';
import { spawnProgram } from '../../src/host/supervisor/spawn-program.ts';

/** One program of a stack, in its own process group, for a test to kill and start again. */
export interface StackProgram {
  /** @throws Error while it isn't running. */
  pid(): number;
  isRunning(): boolean;
  /** All that it printed since the stack began, both streams. */
  output(): string;
  /** Sends a signal to the program and what it started in its group; returns after its end, except for SIGSTOP and SIGCONT. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it, if it isn't running; returns when it is ready. */
  start(): Promise<void>;
  /** Ends it gracefully, by force after 5 s. */
  stop(): Promise<void>;
}

const readyTimeoutMs = 60_000;

/** Gives back a program that isn't started yet. It dies with this process: its stdin is a pipe of ours. */
export function createStackProgram(spec: ProgramSpec): StackProgram {
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    if (child !== undefined) return;
    const attempt = new AbortController();
    const current = spawnProgram(spec);
    child = current;
    const begin = output.length;
    const collect = (text: string): void => {
      output += text;
    };
    current.stdout.setEncoding('utf8').on('data', collect);
    current.stderr.setEncoding('utf8').on('data', collect);
    current.stdin.on('error', (error) => collect(`stdin: ${error.message}\n`));
    const ended = once(current, 'exit').then(([code, signal]) => {
      if (current.pid !== undefined) signalGroup(current.pid, 'SIGKILL');
      child = undefined;
      attempt.abort();
      throw new Error(
        `Expected ${spec.title} to become ready, got an end with ${signal ?? code}:\n${output.slice(begin)}`,
      );
    });
    // After it was ready its end is the test's business.
    ended.catch(() => undefined);
    const timeout = setTimeout(() => current.kill('SIGKILL'), readyTimeoutMs);
    try {
      await Promise.race([untilReady(current, attempt.signal, () => output.slice(begin)), ended]);
    } finally {
      clearTimeout(timeout);
    }
  }

  function untilReady(
    current: ChildProcess,
    signal: AbortSignal,
    printed: () => string,
  ): Promise<void> {
    const { ready } = spec;
    if (ready === undefined) return Promise.resolve();
    if (typeof ready === 'function') return ready(signal);
    return new Promise((resolve) => {
      const look = (): void => {
        if (
          printed()
            .split('\n')
            .some((line) => ready.test(line))
        )
          resolve();
      };
      current.stdout?.on('data', look);
    });
  }

  return {
    start,
    output: () => output,
    isRunning: () => child !== undefined,
    pid() {
      if (child?.pid === undefined) throw new Error(`Expected ${spec.title} to run, got none`);
      return child.pid;
    },
    async kill(signal = 'SIGKILL') {
      const current = child;
      if (current?.pid === undefined) return;
      const gone = once(current, 'exit');
      signalGroup(current.pid, signal);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await gone;
    },
    async stop() {
      const current = child;
      if (current?.pid === undefined) return;
      const gone = once(current, 'exit');
      // A program that a test has halted would never hear the end.
      signalGroup(current.pid, 'SIGCONT');
      current.kill('SIGTERM');
      const force = setTimeout(() => current.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(force);
    },
  };
}
