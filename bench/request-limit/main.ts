/**
 * Programs that share one limit of requests: what reaches the local platform, counted on its way there, beside what `--budget` allows.
 * `node dist/bench/request-limit/main.js --programs 3 --seconds 60 --per-hour 14400 [--kill]`; with `--alone`, what the limit costs one program. `--store s3://BUCKET/PREFIX`
 * has the limit in a bucket instead of a folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createPlatformClient,
  RateLimitError,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import { openStore } from '../../src/store/index.ts';
import { countRequests } from '../count-requests.ts';
import { startPlatform } from '../platform-process.ts';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    'per-hour': { type: 'string', default: '14400' },
    kill: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    store: { type: 'string' },
    /** What one program is told, as JSON. */
    program: { type: 'string' },
  },
});

interface ProgramTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly store: string;
  readonly file: PlatformFile;
  readonly perHour: number;
}

/** Reads one file again and again, six at a time, for as long as it lives. */
async function runProgram({ baseUrl, token, store, file, perHour }: ProgramTask): Promise<void> {
  const book = (await openStore(store, process.env)).requestBook({ baseUrl, token });
  let asks = 0;
  const client = createPlatformClient({
    ...{ baseUrl, token, requests: { 'file-access': perHour } },
    book: { change: (scope, step) => ((asks += 1), book.change(scope, step)) },
  });
  process.once('SIGTERM', () => process.stdout.write(`${asks}\n`, () => process.exit(0)));
  const read = async (): Promise<void> => {
    for (;;) {
      try {
        await client.files.read(file);
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs));
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, read));
}

async function measureShared(folder: string): Promise<void> {
  const perHour = Number(values['per-hour']);
  const platform = await startPlatform(['--budget', `file-access=${perHour}`]);
  const counter = await countRequests(platform.baseUrl);
  const { token } = platform;
  const uploader = createPlatformClient({ baseUrl: counter.baseUrl, token });
  const file = await uploader.files.uploadBytes('a', { name: 'a.txt' });
  await uploader.close();
  const task: ProgramTask = {
    baseUrl: counter.baseUrl,
    token,
    store: storeIn(folder),
    file,
    perHour,
  };
  const start = (): ChildProcess =>
    spawn(process.execPath, [fileURLToPath(import.meta.url), '--program', JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const programs = Array.from({ length: Number(values.programs) }, start);
  const beginMs = performance.now();
  const endMs = beginMs + Number(values.seconds) * 1000;
  let kills = 0;
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    if (!values.kill) continue;
    const at = kills % programs.length;
    programs[at]?.kill('SIGKILL');
    programs[at] = start();
    kills += 1;
  }
  let asks = 0;
  const ends = programs.map(async (program) => {
    program.stdout?.on('data', (text: Buffer) => (asks += Number(text)));
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  });
  await Promise.all(ends);
  const { seen } = counter;
  const spanMs = (seen.at(-1)?.atMs ?? 0) - (seen[0]?.atMs ?? 0);
  const allowed = (perHour * spanMs) / 3_600_000;
  process.stdout.write(
    `${JSON.stringify({
      ...{ programs: programs.length, perHour, kills, seconds: Math.round(spanMs / 1000) },
      requests: seen.length,
      refused: seen.filter(({ status }) => status === 429).length,
      shareOfBudget: Number((seen.length / allowed).toFixed(3)),
      mostInTenSeconds: mostWithin(
        seen.map(({ atMs }) => atMs),
        10_000,
      ),
      ...(values.kill ? {} : { asksPerThousand: Math.round((1000 * asks) / seen.length) }),
    })}\n`,
  );
  await counter.close();
  await platform.stop();
}

/** A store of this run alone. */
function storeIn(folder: string): string {
  return values.store === undefined ? join(folder, 'store') : `${values.store}/${randomUUID()}`;
}

/** The most requests within `ms`, whenever these begin. */
function mostWithin(times: readonly number[], ms: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + ms).length),
  );
}

/** Milliseconds a request without a limit, with one of the client's own, and with a shared one, in turns within one run. */
async function measureAlone(folder: string): Promise<void> {
  const platform = await startPlatform();
  const { baseUrl, token } = platform;
  const file = await platform.client.files.uploadBytes('a', { name: 'a.txt' });
  const book = (await openStore(storeIn(folder), process.env)).requestBook({ baseUrl, token });
  let asks = 0;
  const requests = { 'file-access': 9_000_000 };
  const counted: typeof book = { change: (scope, step) => ((asks += 1), book.change(scope, step)) };
  const ways = { none: {}, own: { requests }, shared: { requests, book: counted } };
  const took: Record<string, number[]> = { none: [], own: [], shared: [] };
  const calls = 400;
  for (let round = 0; round < 6; round += 1) {
    for (const [name, options] of Object.entries(ways)) {
      const client = createPlatformClient({ baseUrl, token, ...options });
      const begunMs = performance.now();
      for (let i = 0; i < calls; i += 1) await client.files.read(file);
      took[name]?.push((performance.now() - begunMs) / calls);
      await client.close();
    }
  }
  const median = (all: readonly number[]): number =>
    [...all].sort((a, b) => a - b)[all.length >> 1] ?? 0;
  const of = Object.entries(took).map(([name, all]) => [name, Number(median(all).toFixed(3))]);
  const asksPerThousand = Math.round((1000 * asks) / (6 * calls));
  process.stdout.write(
    `${JSON.stringify({ msPerRequest: Object.fromEntries(of), asksPerThousand })}\n`,
  );
  await platform.stop();
}

if (values.program !== undefined) await runProgram(JSON.parse(values.program) as ProgramTask);
else {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-request-limit-'));
  await (values.alone ? measureAlone(folder) : measureShared(folder));
  rmSync(folder, { recursive: true, force: true });
}
