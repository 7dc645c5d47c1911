/**
 * Writing a param file of doubles beside csv-stringify and, where Python has it, numpy.savetxt, in turns within one run, so that the
 * ratios hold on any machine. Use, after `npm run build`:
 *
 *     node dist/bench/results/main.js [ROWS] [COLUMNS] [ROUNDS]
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { createStream } from '../../src/distributions/index.ts';
import { fileSink } from '../../src/files/index.ts';
import { writeParamFile } from '../../src/tables/index.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const columns = Number(process.argv[3] ?? 8);
const rounds = Number(process.argv[4] ?? 3);
const rowsPerBlock = 4096;
const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
const names = Array.from({ length: columns }, (_, index) => `x${index + 1}`);
const values = names.map((name) => {
  const stream = createStream(1, name);
  return Float64Array.from({ length: rows }, (_, row) => stream.uniform(row));
});

/** Processor time tells more than the clock on a machine that does other things too. */
interface Time {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function* blocks() {
  for (let start = 0; start < rows; start += rowsPerBlock) {
    yield values.map((column) => column.subarray(start, start + rowsPerBlock));
  }
}

function* cells() {
  yield names;
  for (let row = 0; row < rows; row += 1) yield values.map((column) => column[row]);
}

const savetxt = `
import sys, time, numpy as np
x = np.random.default_rng(1).random((${rows}, ${columns}))
start, cpu = time.perf_counter(), time.process_time()
np.savetxt(sys.argv[1], x, delimiter=',', fmt='%.17g', header='x', comments='')
print(time.perf_counter() - start, time.process_time() - cpu)
`;

/** Name -> writes the file and gives back the seconds it took, or undefined where the peer isn't there. */
const writers: Readonly<Record<string, (path: string) => Promise<Time | undefined>>> = {
  doeflow: (path) => timed(() => writeParamFile(fileSink(path), names, blocks())),
  'csv-stringify': (path) =>
    timed(() => pipeline(Readable.from(cells()), stringify(), createWriteStream(path))),
  'numpy.savetxt': (path) => {
    const { status, stdout } = spawnSync('python3', ['-c', savetxt, path], { encoding: 'utf8' });
    const [seconds = NaN, cpuSeconds = NaN] = stdout.split(' ').map(Number);
    return Promise.resolve(status === 0 ? { seconds, cpuSeconds } : undefined);
  },
};

async function timed(write: () => Promise<void>): Promise<Time> {
  const start = performance.now();
  const before = process.cpuUsage();
  await write();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
}

try {
  const best = new Map<string, Time>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, write] of Object.entries(writers)) {
      const path = join(folder, 'param.csv');
      const time = await write(path);
      if (time === undefined) {
        if (round === 0) console.log(`${name}: not installed, left out`);
        continue;
      }
      const before = best.get(name);
      if (before === undefined || time.cpuSeconds < before.cpuSeconds) best.set(name, time);
      if (round === 0) console.log(`${name}: ${(statSync(path).size / 1e6).toFixed(1)} MB`);
    }
  }
  const own = best.get('doeflow')?.cpuSeconds ?? NaN;
  console.log(`${rows} x ${columns} doubles, least processor time of ${rounds}`);
  for (const [name, { seconds, cpuSeconds }] of best) {
    const ratio = (cpuSeconds / own).toFixed(2);
    console.log(
      `${name}: ${cpuSeconds.toFixed(2)} s of processor (ratio ${ratio}), ${seconds.toFixed(2)} s`,
    );
  }
  console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
