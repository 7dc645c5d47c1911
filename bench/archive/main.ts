/**
 * A pass of an archive over small finished jobs (records, statuses, output files; hashed, read back and proved) beside downloading the same
 * output files by curl: one at a time, 8 at a time, and 8 at a time in one program that keeps its connections; as ratios of one run of this
 * program. Then a second pass, over unchanged jobs, beside listing them; with the worker's peak memory. Destination: a folder, or the S3
 * bucket that the last argument names. Use, after `npm run build`:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/archive/main.js [JOBS] [ROUNDS] [s3://BUCKET/PREFIX]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createPlatformClient } from '../../src/platform-api/index.ts';
import { distFolder } from '../../test/kit/dist-folder.ts';
import { startStack } from '../../test/kit/start-stack.ts';
import { memoryOf } from '../platform-process.ts';
import { downloadByCurl, type CurlPeer } from './curl-peers.ts';
import { makeFinishedJobs, outputFilesOf } from './finished-jobs.ts';

const jobs = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 3);
const bucket = process.argv[4];
const folder = mkdtempSync(join(tmpdir(), 'doeflow-archive-'));
const commandLine = resolve(distFolder(), 'src/cli/main.js');

/** Name -> seconds of each round. */
const seconds = new Map<string, number[]>();
const note = (name: string, value: number): void => {
  seconds.set(name, [...(seconds.get(name) ?? []), value]);
};

const wide = 'curl, 8 at a time';
const peers: readonly (readonly [string, CurlPeer])[] = [
  ['curl, one at a time', { atATime: 1, programs: 'one each' }],
  [wide, { atATime: 8, programs: 'one each' }],
  ['one curl, 8 at a time', { atATime: 8, programs: 'one for all' }],
];

const stack = await startStack({ speed: 1000 });
const { platformUrl, platformToken: token } = stack;
const client = createPlatformClient({ baseUrl: platformUrl, token });
try {
  const ids = await makeFinishedJobs(client, jobs);
  const files = await outputFilesOf(client, ids);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`${jobs} jobs, ${files.length} output files, ${bytes} bytes, ${rounds} rounds`);
  const worker = stack.programs.worker.pid();
  const before = memoryOf(worker).now;
  for (let round = 1; round <= rounds; round += 1) {
    const place = (name: string): string => join(folder, `${name}-${round}`);
    const source = { platformUrl, token };
    for (const [peer, kind] of peers) {
      note(peer, downloadByCurl(place(peer), files, source, kind));
    }
    const name = `bench-${round}`;
    const to = bucket === undefined ? place('archive') : `${bucket}/${round}`;
    const when = ['--cron', '0 3 1 1 *', '--timezone', 'UTC'];
    const rule = ['--select', 'state:completed', '--to', to, '--keep', '30d'];
    doeflow(['archive', 'create', name, ...when, ...rule]);
    note('archive, first pass', doeflow(['archive', 'trigger', name, '--wait']));
    note('archive, second pass', doeflow(['archive', 'trigger', name, '--wait']));
    note('listing the jobs', await listJobs());
    console.log(`round ${round}: memory of the worker ${memoryOf(worker).now} MB`);
  }
  print();
  const { now, peak } = memoryOf(worker);
  console.log(
    `\nmemory of the worker: ${before} MB before, ${now} MB after, ${peak} MB at its peak`,
  );
} finally {
  await client.close();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Seconds of one command, which must end well. */
function doeflow(args: readonly string[]): number {
  const started = performance.now();
  const env = { ...process.env, ...stack.env };
  const options = { env, encoding: 'utf8' as const };
  const end = spawnSync(process.execPath, [commandLine, ...args, '--json'], options);
  if (end.status === 0) return (performance.now() - started) / 1000;
  throw new Error(`doeflow ${args.join(' ')} ended with ${end.status}: ${end.stdout}${end.stderr}`);
}

/** Seconds of all list pages. */
async function listJobs(): Promise<number> {
  const started = performance.now();
  let found = 0;
  for await (const job of client.jobs.list()) found += job.id === '' ? 0 : 1;
  if (found < jobs) throw new Error(`Expected ${jobs} jobs in the list, got ${found}`);
  return (performance.now() - started) / 1000;
}

function print(): void {
  const base = Math.min(...(seconds.get(wide) ?? [NaN]));
  console.log(`\n| ${jobs} jobs | s (least of ${rounds}) | x ${wide} |`);
  console.log('| --- | --- | --- |');
  for (const [name, all] of seconds) {
    const least = Math.min(...all);
    console.log(`| ${name} | ${least.toFixed(2)} | ${(least / base).toFixed(2)} |`);
  }
}
