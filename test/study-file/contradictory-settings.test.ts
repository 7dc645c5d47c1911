/** Settings that contradict each other: each is refused at its place, with the nearest choice that holds. */
import { expect, it } from 'vitest';
import { StudyError, type StudyIssue } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { planLoadedStudy } from '../../src/study-file/plan-loaded-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

const uniform = 'generator: Uniform, settings: {minvalue: 1, maxvalue: 4}, unit: in, label: width';
const normal = 'generator: Normal, settings: {mean: 2.9e7, stddev: 1.45e6}, format: "0"';
const design = exampleText.match(/^design: .*$/mu)?.[0] ?? '';

/** What is wrong with the example after a change, by reading or by planning it. */
function issueAfter(from: string, to: string): StudyIssue & { readonly text: string } {
  const text = exampleText.replace(from, to);
  expect(text).not.toBe(exampleText);
  try {
    const parsed = parseStudy(text, inMemory(exampleFiles));
    planLoadedStudy({ ...parsed, file: 'study.yaml', text });
  } catch (error) {
    const [issue] = error instanceof StudyError ? error.issues : [];
    if (issue) return { ...issue, text };
    throw error;
  }
  throw new Error('accepted');
}

const distribution = (written: string) => [uniform, written] as const;
const method = (written: string) => [design, `design: {${written}}`] as const;

it.each<[string, readonly [string, string], string, string, string]>([
  [
    'minvalue above maxvalue',
    distribution('generator: Uniform, settings: {minvalue: 4, maxvalue: 1}'),
    '1}',
    '`maxvalue` above `minvalue` 4 in the settings of Uniform, got 1',
    'nearest: minvalue: 1, maxvalue: 4',
  ],
  [
    'a range without width',
    distribution('generator: Uniform, settings: {minvalue: 4, maxvalue: 4}'),
    '4}',
    '`maxvalue` above `minvalue` 4',
    'for a fixed value write `values: [x]`',
  ],
  [
    'a negative deviation',
    distribution('generator: Normal, settings: {mean: 2, stddev: -0.5}'),
    '-0.5}',
    '`stddev` above 0 in the settings of Normal, got -0.5',
    'did you mean 0.5?',
  ],
  [
    'no deviation',
    distribution('generator: Normal, settings: {mean: 2, stddev: 0}'),
    '0}',
    '`stddev` above 0',
    'for a fixed value',
  ],
  [
    'bounds that leave nothing',
    distribution('generator: Normal, settings: {mean: 2, stddev: 1, minvalue: 60}'),
    '60}',
    'a probability of at least 1e-290',
    'towards the mean',
  ],
  [
    'bounds of the wrong order',
    distribution('generator: Normal, settings: {mean: 2, stddev: 1, minvalue: 3, maxvalue: 1}'),
    '1}',
    '`maxvalue` above `minvalue` 3',
    'nearest: minvalue: 1, maxvalue: 3',
  ],
  [
    'a mode outside',
    distribution('generator: Triangular, settings: {minvalue: 1, mode: 7, maxvalue: 4}'),
    '7,',
    '`mode` from 1 to 4',
    'nearest: 4',
  ],
  [
    'a logarithm given twice',
    distribution('generator: LogNormal, settings: {mu: 1, sigma: 1, mean: 3}'),
    '3}',
    'either `mu` and `sigma`',
    'remove one',
  ],
  [
    'a lower bound that a distribution never reaches',
    distribution('generator: Weibull, settings: {shape: 2, scale: 1, minvalue: -1}'),
    '-1}',
    '`minvalue` of at least 0',
    'nearest: 0',
  ],
  [
    'an increment that does not divide the range',
    distribution('generator: FixedRange, settings: {minvalue: 1, maxvalue: 4, increment: 0.7}'),
    '0.7}',
    'divides the range 1 to 4',
    'nearest maxvalue: 3.8 or 4.5',
  ],
  [
    'correlations that cannot hold together',
    method(
      'method: latin-hypercube, runs: 20, correlation: [[w, t, 0.9], [t, E, 0.9], [w, E, -0.9]]',
    ),
    '[[w',
    'a positive definite matrix',
    'nearest: multiply all of them by 0.5',
  ],
  [
    'runs that are no power of 2',
    method('method: sobol, runs: 100'),
    '100}',
    '`runs` of design "sobol" to be a power of 2, got 100',
    'nearest: 64 or 128',
  ],
  [
    'base samples that are no power of 2',
    method('method: saltelli, baseSamples: 100'),
    '100}',
    '`baseSamples` of design "saltelli" to be a power of 2, got 100',
    'nearest: 64 or 128',
  ],
  [
    'fewer runs than a fraction needs',
    method('method: fractional-factorial, runs: 4'),
    '4}',
    'a power of 2 of at least 8, got 4',
    'nearest: 8',
  ],
  [
    'fewer runs than terms',
    method('method: d-optimal, runs: 3, model: linear'),
    '3, model',
    'at least 5, the terms of the model, got 3',
    'nearest: 5',
  ],
  [
    'runs that a structure does not have',
    method('method: morris, trajectories: 4, runs: 12'),
    '12}',
    'absent or 20, which its structure gives, got 12',
    'runs: 20',
  ],
  [
    'an odd number of Morris levels',
    method('method: morris, levels: 5'),
    '5}',
    '`levels` of design "morris" to be even, got 5',
    'nearest: 6',
  ],
  [
    'further rows that would not be Latin',
    method('method: latin-hypercube, runs: 20, extend: [20, 30]'),
    '30]',
    'a multiple of the 40 rows so far',
    'nearest: 40',
  ],
  [
    'further rows of a design that is one whole',
    method('method: morris, extend: [3]'),
    '3]}',
    'a multiple of 5',
    'nearest: 5',
  ],
  [
    'a condition that nothing satisfies',
    method('method: monte-carlo, runs: 20, where: "w > 2 * t + 7"'),
    '"w > 2',
    'Too few points satisfy `where: w > 2 * t + 7`: 0 of 1000000 that were tried',
    'relax the condition',
  ],
  [
    'a level with a line break',
    ['values: [S235, S355]', 'values: [S235, "S\\n355"]'],
    '"S\\n355"',
    'a text of one line, got "S\\n355"',
    'one-line rows of a CSV file',
  ],
  [
    'a level with a blank at its end',
    ['values: [S235, S355]', 'values: [S235, "S355 "]'],
    '"S355 "',
    'a text without blanks at its ends, got "S355 "',
    'put other texts into a template',
  ],
  [
    'an empty level',
    ['values: [S235, S355]', 'values: [S235, ""]'],
    '""',
    'a text that is not empty, got ""',
    'put other texts into a template',
  ],
])('%s', (_, [from, to], at, message, hint) => {
  const issue = issueAfter(from, to);
  expect(issue.message).toContain(message);
  expect(issue.hint).toContain(hint);
  const line = issue.text.split('\n')[issue.line - 1] ?? '';
  expect(line.slice(issue.column - 1, issue.column - 1 + at.length)).toBe(at);
});

it('a deviation beside a format is judged like any other', () => {
  const wrong = normal.replace('1.45e6', '-1.45e6');
  expect(issueAfter(normal, wrong).hint).toBe('did you mean 1450000?');
});
