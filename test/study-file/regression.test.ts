import { expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

function parse(regression: string) {
  return parseStudy(`${exampleText}\nregression: ${regression}\n`, inMemory(exampleFiles)).study;
}

function findings(regression: string): readonly string[] {
  try {
    parse(regression);
    return [];
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    return error.issues.map(({ message, hint }) => `${message}; ${hint}`);
  }
}

it('tolerances and what is ignored are read', () => {
  expect(parse('{tolerances: {stress: {rel: 1e-3}, area: {abs: 0.5, rel: 0}}}').regression).toEqual(
    { tolerances: { stress: { rel: 1e-3 }, area: { abs: 0.5, rel: 0 } }, ignore: [] },
  );
  expect(parse('{ignore: [stress]}').regression).toEqual({ tolerances: {}, ignore: ['stress'] });
});

it.each([
  ['{tolerances: {stres: {rel: 1e-3}}}', /that is a number, got `stres`.*stress/u],
  ['{tolerances: {stress: {}}}', /Expected `abs`, `rel` or both/u],
  ['{tolerances: {stress: {rel: -1}}}', /at least 0|>=\s*0/u],
  ['{ignore: [nothing]}', /Expected the name of an Output, Objective or Constraint/u],
  ['{tolerances: {stress: {rel: 1}}, ignore: [stress]}', /can't be ignored/u],
])('%s is refused', (regression, wanted) => {
  expect(findings(regression)).toHaveLength(1);
  expect(findings(regression)[0]).toMatch(wanted);
});
