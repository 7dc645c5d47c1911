/**
 * Sweeps of trivial runs of several sizes, two at a time, in jobs of at most 1,000, through the whole path with servers up, beside xargs, GNU
 * parallel and what the given Python has of Dakota and HyperQueue, all in one run of this program: a table, and a drawing of it. Use, after `npm run
 * build`, in the repository's folder:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/growth/main.js [--python PATH] [--svg FILE] [RUNS …]
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { removeTreeSync } from '../../src/files/index.ts';
import { distFolder } from '../../test/kit/dist-folder.ts';
import { startStack } from '../../test/kit/start-stack.ts';
import { createPeers } from '../sweep/peers.ts';
import { sweepWithEngine, writeSweepStudy } from '../sweep/sweep-study.ts';
import { drawGrowth, type Growth } from './draw-growth.ts';

const { values, positionals } = parseArgs({
  options: { svg: { type: 'string' }, python: { type: 'string' } },
  allowPositionals: true,
});
const sizes = positionals.length === 0 ? [10, 100, 1_000, 10_000] : positionals.map(Number);
const runsPerJob = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'doeflow-growth-'));
const commandLine = resolve(distFolder(), 'src/cli/main.js');
const peers = createPeers(values.python).filter(({ version }) => version !== undefined);
const seconds = new Map<string, { runs: number; seconds: number }[]>();
const note = (name: string, runs: number, took: number): void => {
  seconds.set(name, [...(seconds.get(name) ?? []), { runs, seconds: took }]);
};

const stack = await startStack();
try {
  for (const runs of sizes) {
    for (const [index, { name, sweep }] of peers.entries()) {
      note(name, runs, sweep(join(folder, `peer-${index}-${runs}`), runs));
    }
    const jobs = Math.ceil(runs / runsPerJob);
    const study = writeSweepStudy(join(folder, `study-${runs}`), `growth-${runs}`, runs, jobs);
    const results = join(folder, `results-${runs}`);
    const sweep = await sweepWithEngine(commandLine, study, results, stack.env);
    note('doeflow', runs, sweep.seconds);
  }
} finally {
  await stack.stop();
  removeTreeSync(folder);
}
const growths: Growth[] = [...seconds].map(([name, points]) => ({ name, points }));
console.log(`| s, of so many runs | ${sizes.join(' | ')} |\n|${' --- |'.repeat(sizes.length + 1)}`);
for (const { name, points } of growths) {
  console.log(`| ${name} | ${points.map((point) => point.seconds.toFixed(2)).join(' | ')} |`);
}
if (values.svg !== undefined) writeFileSync(values.svg, drawGrowth(growths));
