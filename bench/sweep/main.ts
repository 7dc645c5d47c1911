/**
 * A sweep of trivial runs, two at a time, through the whole path beside xargs, GNU parallel and, where a Python has their packages (`carolina`,
 * `hyperqueue`), Dakota and HyperQueue, all in one run of this program so that the ratios hold on any machine, with the processor time of each of
 * doeflow's programs. Use, after `npm run build`, in the repository's folder:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/sweep/main.js [--python PATH] [RUNS] [ROUNDS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { distFolder } from '../../test/kit/dist-folder.ts';
import { startStack } from '../../test/kit/start-stack.ts';
import { processorSeconds } from '../platform-process.ts';
import { readActivityTimes } from './activity-times.ts';
import { createPeers } from './peers.ts';
import { sweepWithEngine, writeSweepStudy } from './sweep-study.ts';

const { values, positionals } = parseArgs({
  options: { python: { type: 'string' } },
  allowPositionals: true,
});
const [runs = 1000, rounds = 3] = positionals.map(Number);
const few = Math.max(1, Math.round(runs / 10));
const folder = mkdtempSync(join(tmpdir(), 'doeflow-sweep-'));
const commandLine = resolve(distFolder(), 'src/cli/main.js');
const peers = createPeers(values.python).filter(({ name, version }) => {
  if (version === undefined) console.log(`${name}: not installed, left out`);
  return version !== undefined;
});

/** Name -> seconds of each round, for the few and for all runs. */
const seconds = new Map<string, { few: number[]; all: number[] }>();
const note = (name: string, size: 'few' | 'all', value: number): void => {
  const row = seconds.get(name) ?? { few: [], all: [] };
  row[size].push(value);
  seconds.set(name, row);
};

const stack = await startStack();
try {
  let lastStudyId = '';
  for (let round = 1; round <= rounds; round += 1) {
    for (const [size, count] of [
      ['few', few],
      ['all', runs],
    ] as const) {
      const place = (name: string): string => join(folder, `${name}-${size}-${round}`);
      for (const [index, { name, sweep }] of peers.entries()) {
        note(name, size, sweep(place(`peer-${index}`), count));
      }
      const study = writeSweepStudy(place('study'), `sweep-${size}-${round}`, count);
      const before = processorNow();
      const sweep = await sweepWithEngine(commandLine, study, place('results'), stack.env);
      note('doeflow, servers up', size, sweep.seconds);
      for (const [program, used] of Object.entries(processorNow())) {
        note(`processor time: ${program}`, size, used - (before[program] ?? 0));
      }
      lastStudyId = sweep.studyId;
    }
  }
  const cold = writeSweepStudy(join(folder, 'cold'), 'sweep-cold', runs);
  const { seconds: coldSeconds } = await sweepWithEngine(
    commandLine,
    cold,
    join(folder, 'cold-results'),
    { DOEFLOW_HOME: join(folder, 'cold-home') },
  );
  note('doeflow, nothing up', 'all', coldSeconds);

  printSweeps();
  console.log(`\nWhere the last study of ${runs} runs spent its time (activities, which overlap):`);
  const { temporalClient } = await stack.connect();
  for (const time of await readActivityTimes(temporalClient, lastStudyId)) {
    console.log(
      `  ${time.activity.padEnd(24)} ${String(time.calls).padStart(5)} calls ${time.seconds.toFixed(3).padStart(8)} s, waited ${time.waitedSeconds.toFixed(3)} s`,
    );
  }
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Processor seconds so far of each program that a study uses; the command itself is over when it is asked. */
function processorNow(): Readonly<Record<string, number>> {
  const { worker, platform, runner, temporal } = stack.programs;
  return {
    command: processorSeconds(process.pid),
    ...{ worker: processorSeconds(worker.pid()), platform: processorSeconds(platform.pid()) },
    ...{ runner: processorSeconds(runner.pid()), temporal: processorSeconds(temporal.pid()) },
  };
}

function printSweeps(): void {
  const base = Math.min(...(seconds.get(peers[0]?.name ?? '')?.all ?? [NaN]));
  console.log(`\n| ${runs} runs, 2 at a time | s (least of ${rounds}) | x xargs | ms per run |`);
  console.log('| --- | --- | --- | --- |');
  for (const [name, { few: small, all }] of seconds) {
    const least = Math.min(...all);
    const slope =
      small.length === 0 ? '' : (((least - Math.min(...small)) / (runs - few)) * 1000).toFixed(2);
    console.log(`| ${name} | ${least.toFixed(2)} | ${(least / base).toFixed(1)} | ${slope} |`);
  }
}
