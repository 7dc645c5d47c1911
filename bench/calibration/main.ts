/**
 * The calibration table: for each problem and design, in how many of 200 simulated studies a result that the summary calls `good` doesn't
 * hold the truth within its own 95 % interval. Use, after `npm run build`:
 *
 *     node dist/bench/calibration/main.js [--studies 200] [--chaos | --no-chaos] [--problem NAME …] [--design METHOD …]
 *
 * `--chaos` takes only the designs whose polynomial chaos is calibrated, which takes most of the time, `--no-chaos` only the others.
 * `--problem` takes only these problems, and no experiments; `--design` only these designs, of which `factorial` are the experiments and `surface` quadratic surfaces with errors. Studies that
 * have none of the rare runs of a problem stand in rows of their own, as nothing in them can tell. Ends with code 1 where of the others more than
 * a tenth of all studies miss.
 */
import { parseArgs } from 'node:util';
import { calibrateBlocks } from './block-studies.ts';
import { calibrate, type CalibratedDesign, type Calibration } from './calibrate.ts';
import { calibrateExperiment, experiments } from './factor-studies.ts';
import { calibrateScreening, screenings } from './morris-studies.ts';
import { manyInputProblems } from './many-input-problems.ts';
import { problems } from './problems.ts';
import { calibrateSurface, errorSizes } from './surface-studies.ts';

const { values: options } = parseArgs({
  options: {
    studies: { type: 'string', default: '200' },
    chaos: { type: 'boolean' },
    problem: { type: 'string', multiple: true },
    design: { type: 'string', multiple: true },
  },
  allowNegative: true,
});
const studies = Number(options.studies);
const designs: readonly CalibratedDesign[] = [
  { method: 'monte-carlo', runs: 20 },
  { method: 'monte-carlo', runs: 50 },
  { method: 'monte-carlo', runs: 100 },
  { method: 'monte-carlo', runs: 500 },
  { method: 'latin-hypercube', runs: 30 },
  { method: 'latin-hypercube', runs: 100 },
  { method: 'sobol', runs: 64 },
  { method: 'monte-carlo', runs: 60, withChaos: true },
  { method: 'latin-hypercube', runs: 60, withChaos: true },
  { method: 'saltelli', runs: 64 },
  { method: 'saltelli', runs: 512 },
  { method: 'saltelli', runs: 1024 },
];
const print = (cells: readonly (string | number)[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};
print(['problem', 'design', 'estimator', 'good', 'missed, worst quantity']);
print(['---', '---', '---', '---', '---']);
const has = (method: string): boolean => options.design?.includes(method) !== false;
const hasExperiments = options.chaos !== true && options.problem === undefined;
for (const problem of problems) {
  if (options.problem?.includes(problem.name) === false) continue;
  for (const design of designs) {
    if (options.chaos !== undefined && options.chaos !== (design.withChaos ?? false)) continue;
    if (!has(design.method)) continue;
    report(problem.name, `${design.method} ${design.runs}`, calibrate(problem, design, studies));
  }
}
for (const problem of options.chaos === true || !has('saltelli') ? [] : manyInputProblems) {
  if (options.problem?.includes(problem.name) === false) continue;
  for (const runs of [512, 1024, 2048]) {
    report(problem.name, `saltelli ${runs}`, calibrateBlocks(problem, runs, studies));
  }
}
for (const experiment of hasExperiments && has('factorial') ? experiments : []) {
  report(experiment.name, experiment.design, calibrateExperiment(experiment, studies));
}
/** From where a surface is good; from ten runs for each coefficient; and with so many that some lie at the optimum. */
const surfaces = [
  { dimensions: 2, runs: 40 },
  { dimensions: 2, runs: 60 },
  { dimensions: 3, runs: 60 },
  { dimensions: 3, runs: 100 },
  { dimensions: 4, runs: 90 },
  { dimensions: 4, runs: 150 },
  { dimensions: 2, runs: 200 },
  { dimensions: 2, runs: 400 },
  { dimensions: 3, runs: 1000 },
];
for (const surface of hasExperiments && has('surface') ? surfaces : []) {
  for (const kind of errorSizes) {
    const { dimensions, runs } = surface;
    const found = calibrateSurface(kind, surface, studies);
    report(`bowl, ${kind}`, `latin-hypercube ${runs}, ${dimensions} inputs`, found);
  }
}
for (const screening of hasExperiments && has('morris') ? screenings : []) {
  for (const trajectories of [4, 10, 20, 50, 100]) {
    const found = calibrateScreening(screening, trajectories, studies);
    report(`${screening.name}, ${screening.levels} levels`, `morris ${trajectories}`, found);
  }
}

/** One row for each estimator. */
function report(problem: string, design: string, found: readonly Calibration[]): void {
  for (const estimator of new Set(found.map((one) => one.estimator))) {
    const own = found.filter((one) => one.estimator === estimator);
    const worst = printRow([problem, design, estimator], own);
    if (worst.missed > studies / 10) process.exitCode = 1;
    const unseen = own.flatMap(({ quantity, unseen }) => (unseen ? [{ quantity, ...unseen }] : []));
    if (unseen.length > 0) printRow([problem, `${design}, no far run`, estimator], unseen);
  }
}

/** Prints and gives back what fares worst. */
function printRow(
  names: readonly string[],
  found: readonly Omit<Calibration, 'estimator'>[],
): Omit<Calibration, 'estimator'> {
  const worst = found.reduce((most, one) => (one.missed > most.missed ? one : most));
  const { quantity, good, missed } = worst;
  print([...names, good, missed === 0 ? '0' : `${missed}: ${quantity}`]);
  return worst;
}
