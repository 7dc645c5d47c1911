// @ts-check
/** Tells Stryker to leave out the mutants that aren't in the sample: as compile errors, which no score counts. */
import { relative } from 'node:path';
import { isInSample } from './sample.js';

const share = Number(process.env['MUTATION_SAMPLE']);
const seed = process.env['MUTATION_SEED'] ?? '';

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ id: string, fileName: string, mutatorName: string, replacement: string, location: { start: Place, end: Place } }} Mutant */

class SampleChecker {
  async init() {}

  /** @param {readonly Mutant[]} mutants */
  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, answerFor(mutant)]));
  }
}

/** @param {Mutant} mutant */
function answerFor({ fileName, location, ...mutant }) {
  // Here places are counted from 0, in a report from 1.
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line + 1,
    column: column + 1,
  }));
  const file = relative(process.cwd(), fileName);
  const isIn = isInSample(share, file, { ...mutant, location: { start, end } }, seed);
  return isIn ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
}

/** What Stryker finds here. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
