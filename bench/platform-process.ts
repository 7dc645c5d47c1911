import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createPlatformClient, type PlatformClient } from '../src/platform-api/index.ts';

/** A local platform of a bench's own, with its processes to look at. */
export interface PlatformProcess {
  readonly baseUrl: string;
  readonly token: string;
  readonly client: PlatformClient;
  readonly serverPid: number;
  /** Ends server and runner and removes their folder. */
  readonly stop: () => Promise<void>;
  /** @throws Error before the first job made the server start it. */
  readonly runnerPid: () => number;
}

const token = 'bench-token-0123456789';

/** Starts the compiled local platform with an empty data folder; its queue and start delays are as good as none. */
export async function startPlatform(flags: readonly string[] = []): Promise<PlatformProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
  const program = fileURLToPath(new URL('../src/local-platform/main.js', import.meta.url));
  const server = spawn(
    process.execPath,
    [program, '--port', '0', '--data', folder, '--speed', '1000', ...flags],
    {
      env: { ...process.env, DOEFLOW_PLATFORM_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once('line', resolve);
    void ended.then(() => reject(new Error('The platform ended before it was ready')));
  });
  const baseUrl = /http:\/\/\S+[^/]/.exec(line)?.[0] ?? '';
  const client = createPlatformClient({ baseUrl, token });
  const runnerPid = (): number => Number(readFileSync(join(folder, 'runner.pid'), 'utf8'));
  return {
    ...{ baseUrl, token, client, runnerPid, serverPid: server.pid ?? -1 },
    stop: async () => {
      const runner = runnerPid();
      await client.close();
      server.kill('SIGTERM');
      await ended;
      process.kill(runner, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Memory of a process now and at its peak, in megabytes. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** Processor seconds of a process and of its ended children: user and system together. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / 100;
}
