/**
 * Jobs that wait on the platform, one run each, in studies of at most 1,000: what they cost while nothing happens. Prints how long it took until all
 * were sent, then, over so many seconds, requests to the platform, processor time and memory of each program. Use, after `npm run build`:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/waiting/main.js [JOBS] [SECONDS]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeTreeSync } from '../../src/files/index.ts';
import { createPlatformClient } from '../../src/platform-api/index.ts';
import { distFolder } from '../../test/kit/dist-folder.ts';
import { startStack } from '../../test/kit/start-stack.ts';
import { memoryOf, processorSeconds } from '../platform-process.ts';

const [jobs = 1000, seconds = 60] = process.argv.slice(2).map(Number);
/** What a study file allows at most. */
const mostJobs = 1000;
const folder = mkdtempSync(join(tmpdir(), 'doeflow-waiting-'));
const requests = join(folder, 'requests');
mkdirSync(requests);
const counter = new URL('../scale/count-requests.js', import.meta.url).href;
const commandLine = resolve(distFolder(), 'src/cli/main.js');

const stack = await startStack({
  home: join(folder, 'home'),
  env: { NODE_OPTIONS: `--import=${counter}`, DOEFLOW_BENCH_REQUESTS: requests },
  // As with a configured platform.
  poll: { minMs: 250, maxMs: 30_000 },
});
const client = createPlatformClient({ baseUrl: stack.platformUrl, token: stack.platformToken });
try {
  const begun = performance.now();
  for (let left = jobs; left > 0; left -= mostJobs) startStudy(Math.min(left, mostJobs), left);
  let sent = 0;
  while (sent < jobs) {
    await delay(5000);
    sent = await countSent();
  }
  const sentAfter = (performance.now() - begun) / 1000;
  // Waits between two looks get longer for a while.
  await delay(60_000);
  const before = now();
  await delay(seconds * 1000);
  const after = now();
  const aMinute = (value: number): string => ((value / seconds) * 60).toFixed(1);

  console.log(`\n| ${jobs} jobs that wait | |\n| --- | --- |`);
  console.log(`| s until all were sent | ${sentAfter.toFixed(0)} |`);
  console.log(`| requests to the platform a minute | ${aMinute(after.asked - before.asked)} |`);
  for (const [name, used] of Object.entries(after.processor)) {
    const inMinute = aMinute(used - (before.processor[name] ?? 0));
    const { now: megabytes, peak } = after.memory[name] ?? { now: NaN, peak: NaN };
    console.log(
      `| ${name}: processor s a minute; MB now, at its peak | ${inMinute}; ${megabytes}, ${peak} |`,
    );
  }
} finally {
  await client.close();
  await stack.stop();
  removeTreeSync(folder);
}

function startStudy(runs: number, number: number): void {
  const name = `waiting-${number}`;
  const study = join(folder, name);
  mkdirSync(study);
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - { name: n, type: Param, generator: FixedRange, settings: { minvalue: 1, maxvalue: ${runs}, increment: 1 } }
  - { name: answer, type: Output, from: { file: answer.txt, key: answer } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sleep 100000; echo "answer = $DOEFLOW_VAR_n" > answer.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 24 }
execution: { runsPerJob: 1, maxConcurrentJobs: ${runs} }
`,
  );
  execFileSync(process.execPath, [commandLine, 'start', study, '--json'], {
    env: { ...process.env, ...stack.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Jobs that the platform has and that were submitted. */
async function countSent(): Promise<number> {
  let count = 0;
  for await (const { jobStatus } of client.jobs.list()) {
    count += jobStatus?.content === 'Not Started' ? 0 : 1;
  }
  return count;
}

function now() {
  const programs = Object.entries(stack.programs).map(([name, { pid }]) => [name, pid()] as const);
  const platform = String(stack.programs.platform.pid());
  const counted = readdirSync(requests).filter((pid) => pid === platform);
  return {
    asked: counted.reduce((sum, pid) => sum + Number(readFileSync(join(requests, pid), 'utf8')), 0),
    processor: Object.fromEntries(programs.map(([name, pid]) => [name, processorSeconds(pid)])),
    memory: Object.fromEntries(programs.map(([name, pid]) => [name, memoryOf(pid)])),
  };
}
