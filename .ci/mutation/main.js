// @ts-check
/**
 * Mutation testing: `node .ci/mutation/main.js [room or file]…`, by default the rooms where money and results are. Stryker changes one
 * place at a time, and a test should fail; what none notices has survived. Ends with 1 where a room's score is too low, and where a
 * survivor of a file that wants each of them told isn't told in survivors.json. MUTATION_SAMPLE=0.1 does a random tenth of the mutants.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { judgeReport } from './judge-report.js';

const rooms = ['src/run', 'src/store', 'activities'];
const lowestScore = 85;

const own = import.meta.dirname;
const root = join(own, '../..');
const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${basename(command)} ended with code ${status}`);
  process.exit(1);
}

const asked = process.argv.slice(2).map((path) => path.replace(/\/$/u, ''));
const places = asked.length === 0 ? rooms : asked;
for (const place of places) {
  if (existsSync(join(root, place))) continue;
  console.error(`Expected a room or file, got ${place}`);
  process.exit(2);
}
const patterns = places.map((place) =>
  statSync(join(root, place)).isDirectory() ? `${place}/**/*.ts` : place,
);

if (!existsSync(join(own, 'node_modules'))) {
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], own);
}
const concurrency = process.env['MUTATION_CONCURRENCY'] ?? String(availableParallelism());
const share = Number(process.env['MUTATION_SAMPLE'] ?? 1);
if (!(share > 0 && share <= 1)) {
  console.error(`Expected MUTATION_SAMPLE to be a part of 1, such as 0.1, got ${share}`);
  process.exit(2);
}
const plugins = ['@stryker-mutator/vitest-runner', './.ci/mutation/sample-checker.js'];
run(
  join(own, 'node_modules/.bin/stryker'),
  [
    ...['run', '.ci/mutation/stryker.config.json'],
    ...['--mutate', patterns.join(','), '--concurrency', concurrency],
    ...(share < 1 ? ['--plugins', plugins.join(','), '--checkers', 'sample'] : []),
  ],
  root,
);

const verdict = judgeReport({
  report: readJson(join(root, 'reports/mutation/mutation.json')),
  told: readJson(join(own, 'survivors.json')),
  rooms: places.filter((place) => rooms.includes(place)),
  lowestScore,
  share,
  seed: process.env['MUTATION_SEED'] ?? '',
});
console.log(verdict.lines.join('\n'));
process.exitCode = verdict.faults.length === 0 ? 0 : 1;
