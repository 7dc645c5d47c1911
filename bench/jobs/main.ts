/**
 * One job of trivial runs, two at a time, straight on a local platform (each run with a folder, a template, a log, its files listed
 * with MD5, and its rows) beside xargs in the same run of this program, with the peak memory of server and runner. Use, after
 * `npm run build`:
 *
 *     node dist/bench/jobs/main.js [RUNS] [ROUNDS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformClient } from '../../src/platform-api/index.ts';
import {
  memoryOf,
  processorSeconds,
  startPlatform,
  type PlatformProcess,
} from '../platform-process.ts';
import { createPeers } from '../sweep/peers.ts';

const runs = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 3);
const few = Math.max(1, Math.round(runs / 10));
const folder = mkdtempSync(join(tmpdir(), 'doeflow-jobs-'));
const [xargs] = createPeers();
if (xargs === undefined) throw new Error('Expected xargs, got none');

const platform = await startPlatform();
const times: { xargs: number[]; job: number[]; fewXargs: number[]; fewJob: number[] } = {
  ...{ xargs: [], job: [], fewXargs: [], fewJob: [] },
};
try {
  // The first job pays for the start of the runner and of its slots' code.
  await runJob(platform.client, 20);
  console.log(`${few} and ${runs} trivial runs, 2 at a time, ${rounds} rounds`);
  console.log(`memory with nothing to do: ${describeMemory(platform)}`);
  for (let round = 0; round < rounds; round += 1) {
    times.fewXargs.push(xargs.sweep(join(folder, `few-${round}`), few));
    times.fewJob.push(await runJob(platform.client, few));
    const before = processorOf(platform);
    times.xargs.push(xargs.sweep(join(folder, `all-${round}`), runs));
    const between = processorOf(platform);
    times.job.push(await runJob(platform.client, runs));
    const after = processorOf(platform);
    console.log(
      `processor ms a run: xargs and its children ${perRun(before.self, between.self)}, ` +
        `server ${perRun(between.server, after.server)}, ` +
        `runner and its children ${perRun(between.runner, after.runner)}`,
    );
  }
  console.log(`memory after the work: ${describeMemory(platform)}`);
  print('xargs -P 2', times.xargs, times.fewXargs);
  print('a job with 2 slots', times.job, times.fewJob);
  console.log(`ratio: ${(Math.min(...times.job) / Math.min(...times.xargs)).toFixed(2)}`);
} finally {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds from the submission of a job of `count` runs until it shows as completed; its outputs are counted afterwards. */
async function runJob(client: PlatformClient, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  const paramFile = await client.files.uploadBytes(`x\n${rows.join('\n')}\n`, { name: 'p.csv' });
  const template = await client.files.uploadBytes('${x}\n', { name: 'x.in' });
  const job = await client.jobs.create({
    name: `bench ${count}`,
    jobanalyses: [
      {
        analysis: { code: 'user_included', version: '0' },
        command: 'read x < x.txt; echo $x > answer',
        hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 1 },
        templateTasks: [{ processedFilename: 'x.txt', templateFile: { id: template.id } }],
      },
    ],
    paramFile: { id: paramFile.id },
    jobvariables: [],
  });
  const started = performance.now();
  await client.jobs.submit(job.id);
  for (;;) {
    const [row] = await firstPage(client.jobs.statuses(job.id));
    if (row?.status === 'Completed') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - started) / 1000;
  const [file] = await firstPage(client.jobs.files(job.id, { search: 'answer' }));
  if (file === undefined) throw new Error(`Expected outputs of job ${job.id}, got none`);
  return seconds;
}

async function firstPage<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  for await (const row of rows) return [row];
  return [];
}

function processorOf({ serverPid, runnerPid }: PlatformProcess) {
  return {
    self: processorSeconds(process.pid),
    server: processorSeconds(serverPid),
    runner: processorSeconds(runnerPid()),
  };
}

function perRun(before: number, after: number): string {
  return (((after - before) / runs) * 1000).toFixed(2);
}

function describeMemory({ serverPid, runnerPid }: PlatformProcess): string {
  const server = memoryOf(serverPid);
  const runner = memoryOf(runnerPid());
  return `server ${server.now} MB (peak ${server.peak}), runner ${runner.now} MB (peak ${runner.peak})`;
}

function print(name: string, all: readonly number[], small: readonly number[]): void {
  const least = Math.min(...all);
  const slope = ((least - Math.min(...small)) / (runs - few)) * 1000;
  console.log(`${name}: ${least.toFixed(2)} s, ${slope.toFixed(2)} ms a run`);
}
