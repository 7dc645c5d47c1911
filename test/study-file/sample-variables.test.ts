import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { planLoadedStudy } from '../../src/study-file/plan-loaded-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

const observations = 'day,strength\n1,240.5\n2,251\n3,240.5\n4,262.25\n';

/** The example with another variable in place of `E`. */
function parse(variable: string, files: Readonly<Record<string, string>> = {}) {
  const text = exampleText.replace(
    / {2}- \{name: E,.*\n/u,
    `  - {name: E, type: Param, ${variable}}\n`,
  );
  const parsed = parseStudy(
    text,
    inMemory({ ...exampleFiles, 'days.csv': observations, ...files }),
  );
  return { ...parsed, file: 'study.yaml', text };
}

function issuesOf(variable: string) {
  try {
    parse(variable);
  } catch (error) {
    if (error instanceof StudyError) return error.issues.map(({ message }) => message).join('\n');
    throw error;
  }
  throw new Error('accepted');
}

describe('a variable that goes by observations', () => {
  it('draws the values of a column of a file, as often as they stand there', () => {
    const loaded = parse('generator: Empirical, sample: {file: days.csv, column: strength}');
    expect(loaded.files).toContainEqual({ path: 'days.csv', role: 'table' });
    const plan = planLoadedStudy(loaded);
    const { columns } = plan.block(1, plan.runCount);
    const drawn = Array.from(columns[plan.columns.indexOf('E')] ?? []);
    expect(new Set(drawn)).toEqual(new Set([240.5, 251, 262.25]));
    const share = drawn.filter((value) => value === 240.5).length / drawn.length;
    expect(share).toBeCloseTo(0.5, 1);
  });

  it('draws from equal bins over them', () => {
    const loaded = parse(
      'generator: Histogram, sample: {file: days.csv, column: strength}, settings: {bins: 2}',
    );
    const plan = planLoadedStudy(loaded);
    const drawn = Array.from(plan.block(1, plan.runCount).columns[2] ?? [], Number);
    const middle = (240.5 + 262.25) / 2;
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(240.5);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(262.25);
    expect(drawn.filter((value) => value < middle).length / drawn.length).toBeCloseTo(0.75, 1);
  });

  it('takes the generators of the engine with their lists', () => {
    for (const distribution of [
      'generator: Histogram, settings: {edges: [1, 2, 4], counts: [3, 1]}',
      'generator: Empirical, settings: {values: [1, 2, 2.5]}',
      'generator: Weibull, settings: {shape: 2, scale: 3, maxvalue: 9}',
      'generator: Beta, settings: {alpha: 2, beta: 3, minvalue: 0, maxvalue: 1}',
    ]) {
      expect(planLoadedStudy(parse(distribution)).runCount).toBe(400);
    }
  });

  it.each([
    ['generator: Empirical, sample: {file: none.csv}', 'The file "none.csv" doesn\'t exist'],
    ['generator: Empirical, sample: {file: days.csv}', 'days.csv has no column `E`'],
    [
      'generator: Uniform, sample: {file: days.csv, column: day}',
      'only with the generators Histogram and Empirical',
    ],
    ['generator: Empirical', '`settings` of the generator Empirical are missing'],
    ['generator: Histogram, settings: {edges: [1, 2], counts: [1, 1]}', '1 `counts`'],
    ['generator: Histogram, settings: {edges: [1, 1], counts: [1]}', '`edges` in ascending order'],
    [
      'generator: Histogram, settings: {edges: [1, 2], counts: ["a"]}',
      'Expected a number, got the text "a"',
    ],
    ['generator: Histogram, settings: {edges: 3, counts: [1]}', 'a list `edges`'],
    ['generator: Normal, settings: {mean: [1], stddev: 1}', 'a finite number `mean`'],
  ])('refuses %s', (variable, message) => {
    expect(issuesOf(variable)).toContain(message);
  });
});
