/**
 * How long it takes from kill -9 of a program of the embedded default until its successor is ready. Use, after `npm run build`:
 *
 *     DOEFLOW_TEST_DIST=$PWD/dist node dist/bench/recovery/main.js [ROUNDS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedHome } from '../../test/chaos/embedded-home.ts';

const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'doeflow-recovery-'));
const began = performance.now();
const home = await startEmbeddedHome(folder, {});
console.log(`all programs up after ${seconds(began)} s\n`);
try {
  console.log(`| killed | s until its successor is ready (${rounds} times, in order) |`);
  console.log('| --- | --- |');
  for (const program of ['worker', 'platform', 'runner', 'temporal']) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      await home.kill(program);
      times.push(Number(seconds(started)));
    }
    console.log(`| ${program} | ${times.toSorted((a, b) => a - b).join(', ')} |`);
  }
} finally {
  const started = performance.now();
  await home.stop();
  console.log(`\nnothing left running ${seconds(started)} s after the end was asked for`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(2);
}
