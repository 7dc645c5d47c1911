/**
 * `doeflow analyze` of a large table beside pandas and SALib on the same table, in one run: seconds of processor time, seconds, and megabytes. Use,
 * after `npm run build`:
 *
 *     node dist/bench/analysis/main.js [ROWS] [ROUNDS]
 *
 * The peers need `pip install pandas SALib`; what isn't there is left out. They read the table, and make means, percentiles, both correlations and
 * first-order indices from given data (RBD-FAST) of all twelve inputs and eight responses; doeflow makes all that docs/analysis.md lists.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileSink } from '../../src/files/index.ts';
import { writeParamFile } from '../../src/tables/index.ts';
import { inputs, names, responses, studyText, tableBlocks } from './table.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
const table = join(folder, 'results.csv');
const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const peer = fileURLToPath(new URL('../../../bench/analysis/peer.py', import.meta.url));

/** What one program took. */
interface Taken {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly megabytes: number;
}

/** Undefined where the program isn't there. GNU time measures the memory of a child; without it that is unknown. */
function measure(command: string, args: readonly string[]): Taken | undefined {
  const measured = join(folder, 'time.txt');
  const begun = performance.now();
  const time = ['-o', measured, '-f', '%U %S %M', command, ...args];
  const { status } = spawnSync('/usr/bin/time', time, { stdio: ['ignore', 'ignore', 'ignore'] });
  if (status !== 0) return undefined;
  const seconds = (performance.now() - begun) / 1000;
  const [user = NaN, system = NaN, kilobytes = NaN] = readFileSync(measured, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  return { cpuSeconds: user + system, seconds, megabytes: kilobytes / 1000 };
}

/** Name -> what it took. */
const contenders: Readonly<Record<string, () => Taken | undefined>> = {
  doeflow: () => measure(process.execPath, [program, 'analyze', table, '--to', join(folder, 's')]),
  pandas: () => measure('python3', [peer, 'pandas', table, String(inputs)]),
  'pandas and SALib': () => measure('python3', [peer, 'salib', table, String(inputs)]),
};

try {
  writeFileSync(join(folder, 'study.yaml'), studyText(rows));
  await writeParamFile(fileSink(table), names, tableBlocks(rows));
  const best = new Map<string, Taken>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const taken = run();
      if (!taken) {
        console.log(`${name}: didn't run, left out`);
        continue;
      }
      const before = best.get(name);
      if (!before || taken.cpuSeconds < before.cpuSeconds) best.set(name, taken);
    }
  }
  const own = best.get('doeflow')?.cpuSeconds ?? NaN;
  console.log(`${rows} x ${inputs + responses}, least processor time of ${rounds}`);
  for (const [name, { cpuSeconds, seconds, megabytes }] of best) {
    console.log(
      `${name}: ${cpuSeconds.toFixed(1)} s of processor (ratio ${(cpuSeconds / own).toFixed(2)}), ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
