// @ts-check
/** What a report of Stryker says of the tests. */
import { intervalOf, isInSample } from './sample.js';

/**
 * @typedef {import('./judge-report.d.ts').Mutant} Mutant
 * @typedef {import('./judge-report.d.ts').Survivor} Survivor
 */

/** @param {string} status */
const isNoticed = (status) => status === 'Killed' || status === 'Timeout';
/** @param {string} status */
const isMissed = (status) => status === 'Survived' || status === 'NoCoverage';

/** @type {typeof import('./judge-report.d.ts').judgeReport} */
export function judgeReport({ report, told, rooms, lowestScore, share = 1, seed = '' }) {
  const files = Object.entries(report.files)
    .map(([file, { source, mutants }]) => {
      const sample = mutants.filter(
        (mutant) => share === 1 || isInSample(share, file, mutant, seed),
      );
      return /** @type {const} */ ([file, { source, mutants: sample }]);
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const survivors = files.flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => isMissed(status))
      .map((mutant) => survivorOf(file, source, mutant)),
  );
  const toldKeys = new Set(told.survivors.map(keyOf));
  const untold = survivors.filter((one) => !toldKeys.has(keyOf(one)));
  const lived = new Set(survivors.map(keyOf));
  const scores = rooms.map((room) => {
    const mutants = files.flatMap(([file, one]) =>
      file.startsWith(`${room}/`) ? one.mutants : [],
    );
    return { room, ...countMutants(mutants) };
  });
  const faults = [
    ...scores
      .filter(({ score }) => score < lowestScore)
      .map(({ room }) => `${room}: expected a score of at least ${lowestScore} %`),
    ...untold
      .filter(({ file }) => told.eachToldIn.includes(file))
      .map((one) => `not noticed by any test, and not told in survivors.json: ${wordsOf(one)}`),
    ...told.survivors
      .filter((one) => share === 1 && one.file in report.files && !lived.has(keyOf(one)))
      .map((one) => `told in survivors.json, but noticed by a test or gone: ${wordsOf(one)}`),
  ];
  return {
    faults,
    lines: [
      ...untold.map((one) => `survived: ${wordsOf(one)}`),
      ...files.map(([file, { mutants }]) => scoreLine(file, countMutants(mutants))),
      ...scores.map((one) =>
        share === 1
          ? scoreLine(`all of ${one.room}`, one)
          : `${scoreLine(`a sample of ${one.room}`, one)}; of all ${rangeOf(one)}`,
      ),
      ...faults,
    ],
  };
}

/** @param {readonly Mutant[]} mutants */
function countMutants(mutants) {
  const noticed = mutants.filter(({ status }) => isNoticed(status)).length;
  const missed = mutants.filter(({ status }) => isMissed(status)).length;
  const all = noticed + missed;
  return { noticed, all, score: all === 0 ? 100 : (100 * noticed) / all };
}

/** @param {string} name @param {{ noticed: number, all: number, score: number }} counts */
function scoreLine(name, { noticed, all, score }) {
  return `${score.toFixed(2)} % of ${name}: ${noticed} of ${all}`;
}

/** @param {{ noticed: number, all: number }} counts */
function rangeOf({ noticed, all }) {
  const [lowest, highest] = intervalOf(noticed, all);
  return `between ${lowest.toFixed(1)} and ${highest.toFixed(1)} %`;
}

/** @param {string} file @param {string} source @param {Mutant} mutant @returns {Survivor} */
function survivorOf(file, source, { mutatorName: mutator, replacement = '', location }) {
  const { start, end } = location;
  const lines = source.split('\n');
  const line = (lines[start.line - 1] ?? '').trim();
  const last = lines[end.line - 1] ?? '';
  const from = (lines[start.line - 1] ?? '').slice(
    start.column - 1,
    start.line === end.line ? end.column - 1 : undefined,
  );
  const original =
    start.line === end.line ? from : `${from} … ${last.slice(0, end.column - 1).trim()}`;
  return { file, line, original, mutator, replacement };
}

/** @param {Survivor} survivor */
function keyOf({ file, line, original, mutator, replacement }) {
  return JSON.stringify([file, line, original, mutator, replacement]);
}

/** @param {Survivor} survivor */
function wordsOf({ file, line, original, mutator, replacement }) {
  return `${file}: ${mutator} in \`${line}\`: \`${original}\` becomes \`${replacement}\``;
}
