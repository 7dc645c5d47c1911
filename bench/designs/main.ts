/**
 * Designs, their table and Sobol' indices beside numpy, scipy, OpenTURNS and SALib, in turns within one run, so that the ratios hold on
 * any machine. Use, after `npm run build`:
 *
 *     node dist/bench/designs/main.js [--quick] [--python PATH]
 *
 * `--quick` takes 100,000 rows instead of a million and fewer rounds: under a minute.
 */
import { parseArgs } from 'node:util';
import type { DesignMethod } from '../../src/design/design-settings.ts';
import { discrepancy, ishigami, largestError, sample, writeTable } from './own-tasks.ts';
import { measurePlan } from './measure-plan.ts';
import { startPeers, type Figure } from './peers.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, python: { type: 'string', default: 'python3' } },
});
const quick = options.quick === true;
const rows = quick ? 100_000 : 1_000_000;
const rounds = quick ? 3 : 5;
const peers = startPeers(options.python);

/** Runs a task of ours and its peers by turns, after one turn that doesn't count; prints the best of each and ratios to ours. */
async function compare(
  title: string,
  ours: () => void | Promise<void>,
  others: readonly (readonly [name: string, rows: number])[],
): Promise<void> {
  const best = new Map<string, Required<Pick<Figure, 'wall' | 'cpu'>>>();
  for (let round = 0; round <= rounds; round += 1) {
    const figures: (readonly [string, Figure | undefined])[] = [['doeflow', await timed(ours)]];
    for (const [name, count] of others) {
      // What takes many times as long needs no second look.
      const isSlow = (best.get(name)?.cpu ?? 0) > 5 * (best.get('doeflow')?.cpu ?? Infinity);
      if (!isSlow) figures.push([name, await peers.ask(name, count)]);
    }
    for (const [name, figure] of round === 0 ? [] : figures) {
      if (figure?.wall === undefined || figure.cpu === undefined) continue;
      const { wall, cpu } = best.get(name) ?? { wall: Infinity, cpu: Infinity };
      best.set(name, { wall: Math.min(wall, figure.wall), cpu: Math.min(cpu, figure.cpu) });
    }
  }
  const own = best.get('doeflow');
  console.log(
    `\n${title}\n| | clock, s | processor, s | clock, of ours |\n| --- | --- | --- | --- |`,
  );
  for (const [name, { wall, cpu }] of best) {
    const ratio = (wall / (own?.wall ?? NaN)).toFixed(2);
    console.log(`| ${name} | ${wall.toFixed(3)} | ${cpu.toFixed(3)} | ${ratio} |`);
  }
}

async function timed(work: () => void | Promise<void>): Promise<Figure> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

const power = 2 ** Math.round(Math.log2(rows));
const designs: readonly (readonly [DesignMethod, string, number, readonly string[]])[] = [
  ['monte-carlo', 'independent', rows, ['numpy', 'OpenTURNS']],
  ['latin-hypercube', 'latin-hypercube', rows, ['scipy', 'OpenTURNS', 'SALib']],
  ['sobol', 'sobol', power, ['scipy', 'OpenTURNS']],
  ['halton', 'halton', rows, ['scipy']],
];
for (const [method, task, count, names] of designs) {
  await compare(
    `${method}, ${count} x 8, one thread`,
    () => sample(method, count),
    names.map((name) => [`${name} ${task}`, count]),
  );
}
await compare(`plan and CSV of ${rows} x 8, threads`, () => writeTable(rows), [
  ['numpy savetxt', rows],
]);
await compare(
  "Sobol' indices of Ishigami, N = 2^14, 100 resamples",
  () => void ishigami(2 ** 14, 1, 100),
  [['SALib ishigami', 2 ** 14]],
);

console.log("\nLargest error of Ishigami's indices, N = 2^14, 20 seeds");
const found = Array.from({ length: 20 }, (_, seed) => ishigami(2 ** 14, seed + 1, 0));
for (const order of ['first', 'total'] as const) {
  const errors = found.map((indices) => largestError(indices, order)).sort((a, b) => a - b);
  const middle = ((errors[9] ?? NaN) + (errors[10] ?? NaN)) / 2;
  console.log(`${order}: median ${middle.toExponential(1)}, worst ${errors[19]?.toExponential(1)}`);
}

console.log('\nSquared centred discrepancy, 128 x 5, median of 11 seeds; processor seconds of one');
for (const [method, settings, peer] of [
  ['sobol', {}, 'scipy sobol'],
  ['latin-hypercube', {}, 'scipy latin-hypercube'],
  ['latin-hypercube', { criterion: 'cd2' }, 'scipy latin-hypercube random-cd'],
  ['halton', {}, 'scipy halton'],
] as const) {
  const figures: { readonly value: number; readonly cpu: number }[] = [];
  for (let seed = 0; seed < 11; seed += 1) {
    let value = NaN;
    const { cpu = NaN } = await timed(() => void (value = discrepancy(method, settings, seed)));
    figures.push({ value, cpu });
  }
  const median = (key: 'value' | 'cpu'): number =>
    figures.map((figure) => figure[key]).sort((a, b) => a - b)[5] ?? NaN;
  const other = await peers.ask(peer);
  console.log(
    `${method} ${JSON.stringify(settings)}: ${median('value').toFixed(5)} in ${median('cpu').toFixed(3)} s; ` +
      `${peer}: ${other?.value?.toFixed(5)} in ${other?.cpu?.toFixed(3)} s`,
  );
}
peers.close();

for (const count of quick ? [rows] : [rows, 10 * rows]) {
  const { seconds, megabytes } = await measurePlan('latin-hypercube', count);
  console.log(
    `\ndoeflow plan --design, latin-hypercube ${count} x 8: ${seconds.toFixed(1)} s by the clock, ${megabytes.toFixed(0)} MB at most`,
  );
}
