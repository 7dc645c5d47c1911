/**
 * One study of N trivial runs in J jobs, from the command to its prompt, on a stack of its own: time, what is left after the last run, Temporal's
 * histories, memory, requests to the platform, disk, and how soon `list` and `status` show something meanwhile. Use, after `npm run build`:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/scale/main.js [RUNS] [JOBS] [rows]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { smallOutputWays, usualSmallOutputs } from '../../src/small-outputs.ts';
import { removeTreeSync } from '../../src/files/index.ts';
import { distFolder } from '../../test/kit/dist-folder.ts';
import { startStack } from '../../test/kit/start-stack.ts';
import { memoryOf, processorSeconds } from '../platform-process.ts';
import { readActivityTimes } from '../sweep/activity-times.ts';
import { writeSweepStudy } from '../sweep/sweep-study.ts';
import { measureFirstPaints } from './first-paints.ts';
import { readHistories } from './read-histories.ts';
import { runStudy } from './run-study.ts';

const runs = Number(process.argv[2] ?? 1000);
const jobs = Number(process.argv[3] ?? Math.max(1, Math.round(runs / 1000)));
const smallOutputs = smallOutputWays.find((way) => way === process.argv[4]) ?? usualSmallOutputs;
const folder = mkdtempSync(join(tmpdir(), 'doeflow-scale-'));
const requests = join(folder, 'requests');
mkdirSync(requests);
const name = `scale-${runs}-${jobs}`;
const commandLine = resolve(distFolder(), 'src/cli/main.js');
const counter = new URL('count-requests.js', import.meta.url).href;
const stack = await startStack({
  home: join(folder, 'home'),
  smallOutputs,
  env: { NODE_OPTIONS: `--import=${counter}`, DOEFLOW_BENCH_REQUESTS: requests },
});
try {
  const study = writeSweepStudy(join(folder, name), name, runs, jobs);
  const over = new AbortController();
  const paints = measureFirstPaints(commandLine, name, stack.env, over.signal);
  const run = await runStudy(commandLine, study, join(folder, 'results'), stack.env).finally(() =>
    over.abort(),
  );
  const platformPid = stack.programs.platform.pid();
  const asked = readdirSync(requests)
    .filter((pid) => Number(pid) === platformPid)
    .reduce((sum, pid) => sum + Number(readFileSync(join(requests, pid), 'utf8')), 0);
  const { temporalClient } = await stack.connect();
  const histories = await readHistories(temporalClient, run.studyId);
  const times = await readActivityTimes(temporalClient, run.studyId);
  const each = (value: number): string => (value / runs).toFixed(3);

  console.log(
    `\n| ${runs} runs in ${jobs} jobs, small outputs by ${smallOutputs} | |\n| --- | --- |`,
  );
  row('s, from the command to its prompt', run.seconds.toFixed(1));
  row('ms a run', ((run.seconds * 1000) / runs).toFixed(2));
  row('s from the end of the last run to the prompt', run.secondsAfterLastRun.toFixed(1));
  row('of it the longest silence, s', run.silentSeconds.toFixed(1));
  for (const { activity, calls, seconds } of times.slice(0, 8)) {
    row(`${activity}: calls, s in all`, `${calls}, ${seconds.toFixed(1)}`);
  }
  row('executions of workflows', String(histories.executions));
  row('most events in one history', `${histories.mostEvents} (${histories.mostEventsIn})`);
  row('largest payload, bytes', `${histories.largestPayload} (${histories.largestPayloadIn})`);
  for (const [program, { pid }] of Object.entries(stack.programs)) {
    const processor = ((processorSeconds(pid()) * 1000) / runs).toFixed(2);
    row(`${program}: peak MB; processor ms a run`, `${memoryOf(pid()).peak}; ${processor}`);
  }
  row('requests to the platform, each run', `${asked}; ${each(asked)}`);
  for (const [part, place] of Object.entries({
    store: stack.storeDirectory,
    results: run.resultsDir,
    'platform’s own': join(stack.home, 'platform'),
    'Temporal’s own': join(stack.home, 'temporal'),
  })) {
    row(`disk: ${part}, kB a run`, each(diskBytes(place) / 1000));
  }
  for (const [verb, seconds] of Object.entries(await paints)) {
    const [least = NaN, middle = NaN] = [0, Math.floor(seconds.length / 2)].map(
      (at) => seconds.toSorted((a, b) => a - b)[at],
    );
    row(
      `first paint of ${verb} on a terminal, s: least, middle of ${seconds.length}`,
      `${least.toFixed(2)}, ${middle.toFixed(2)}`,
    );
  }
} finally {
  await stack.stop();
  removeTreeSync(folder);
}

function row(what: string, value: string): void {
  console.log(`| ${what} | ${value} |`);
}

/** What a folder takes on its disk, in whole blocks. */
function diskBytes(path: string): number {
  const told = execFileSync('du', ['--summarize', '--block-size=1', path], { encoding: 'utf8' });
  return Number(told.split('\t', 1)[0]);
}
