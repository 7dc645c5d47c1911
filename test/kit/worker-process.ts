import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { commandEnvironment } from '../studies/run-study.ts';
import { distFolder } from './dist-folder.ts';
import { waitFor } from './processes.ts';

/** A `doeflow worker` as its own process, whose log a test reads. */
export interface WorkerProcess {
  readonly pid: number;
  /** All that it printed so far, both streams. */
  output(): string;
  /** Sends a signal; resolves with how it ended. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly tookMs: number }>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

/**
 * Starts one; returns when it polls.
 * @param dist where it was compiled to
 */
export async function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  dist = distFolder(),
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(dist, 'src/cli/main.js'), 'worker', ...options], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await waitFor('a worker that polls', () => {
    if (child.exitCode !== null)
      throw new Error(`The worker ended with ${child.exitCode}: ${output}`);
    return output.includes('doeflow worker ready');
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    signal: (name) => void child.kill(name),
    async end(signal) {
      const started = performance.now();
      child.kill(signal);
      return { code: await ended, tookMs: performance.now() - started };
    },
  };
}
