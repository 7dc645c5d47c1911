import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { quoteShell } from '../../src/quote-shell.ts';

/** Seconds until each command showed its first byte on a terminal, in the order of the tries. */
export type FirstPaints = Readonly<Record<string, readonly number[]>>;

const betweenMs = 10_000;

/**
 * Asks a running study for its list and its status again and again, until `signal` aborts.
 * @param name of the study; a command that fails, as it isn't there yet, isn't counted
 */
export async function measureFirstPaints(
  commandLine: string,
  name: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FirstPaints> {
  const seconds: Record<string, number[]> = { list: [], status: [] };
  for (;;) {
    await delay(betweenMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return seconds;
    for (const [verb, rest] of [
      ['list', []],
      ['status', [name]],
    ] as const) {
      const paint = await firstPaint([commandLine, verb, ...rest], env);
      if (paint !== undefined) seconds[verb]?.push(paint);
    }
  }
}

async function firstPaint(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const startedMs = performance.now();
  // A terminal of its own, on which the command draws as for a person.
  const line = [process.execPath, ...command].map(quoteShell).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', ...env, CI: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let painted: number | undefined;
  child.stdout.on('data', () => {
    painted ??= (performance.now() - startedMs) / 1000;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return exitCode === 0 ? painted : undefined;
}
