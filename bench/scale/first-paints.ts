import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Seconds until each command showed its first byte, in the order of the tries. */
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
  const child = spawn(process.execPath, [...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let painted: number | undefined;
  child.stdout.on('data', () => {
    painted ??= (performance.now() - startedMs) / 1000;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return exitCode === 0 ? painted : undefined;
}
