/** Studies that are made to hold up or to fill whoever looks at them. */
import { expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { formatStudyIssues } from '../../src/study-file/format-study-issues.ts';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { parseStudy } from '../../src/study-file/index.ts';
import { createCaseTable } from '../../src/study/case-table.ts';
import type { CaseVariable } from '../../src/study/study.ts';

const study = (command: string, job = ''): string => `name: h
variables:
  - {name: x, type: Design, values: [1, 2]}
  - {name: y, type: Output, from: {file: o.txt, regex: '(.)'}}
job:
  analysis: {code: user_included, version: '0'}
  command: ${JSON.stringify(command)}
  hardware: {coreType: emerald}
${job}`;

function problemsOf(
  text: string,
  readFile: () => string | undefined = () => undefined,
): StudyError {
  try {
    parseStudy(text, { file: 'study.yaml', readFile, fileExists: () => true });
  } catch (error) {
    if (error instanceof StudyError) return error;
    throw error;
  }
  return expect.fail('the study was taken');
}

it.each([
  ['nested', `echo \${x} ${'$('.repeat(3000)}${')'.repeat(3000)}`],
  ['open', `echo \${x} ${'$('.repeat(20_000)}`],
  ['quoted', `echo \${x} ${'"$('.repeat(3000)}${')"'.repeat(3000)}`],
  ['defaults', `echo \${x} ${'\${a:-'.repeat(3000)}${'}'.repeat(3000)}`],
])('expansions that stand in each other thousands deep (%s) are refused', (_kind, command) => {
  const { issues } = problemsOf(study(command));
  expect(issues.map(({ message }) => message).join()).toMatch(
    /more than 100 deep|at most 40 levels/u,
  );
});

it('a template that can not be read as text is refused', () => {
  const job = '  templates: [{template: big.txt, as: in.txt}]\n';
  const { issues } = problemsOf(study('run ${x}', job));
  expect(issues[0]).toMatchObject({
    message: 'The file "big.txt" can\'t be read as text',
    hint: 'a template has at most 256 MB',
  });
});

it('cases beyond the most runs of a study are refused before they are made', () => {
  const variables = Array.from({ length: 6 }, (_, index): CaseVariable => {
    const values = Array.from({ length: 50 }, (_value, each) => each);
    return { name: `c${index}`, type: 'Case', values } as unknown as CaseVariable;
  });
  expect(() => createCaseTable(variables)).toThrow(
    'Expected at most 10000000 runs, got 15625000000 cases: 50 × 50 × 50 × 50 × 50 × 50',
  );
});

it('of thousands of findings the first hundred are shown', () => {
  const issues = Array.from({ length: 5000 }, (_, index) => ({
    ...{ file: 'study.yaml', line: 1, column: 1, message: `finding ${index}` },
  }));
  const text = formatStudyIssues(new StudyError('STUDY_INVALID', issues as never));
  expect(text).toContain('finding 99');
  expect(text).not.toContain('finding 100');
  expect(text).toContain('5000 problems found; the first 100 are shown.');
});

it('a table of more rows than can be read soon is refused', () => {
  expect(parseTable(`x\n${'1\n'.repeat(100)}`, 't.csv', 100)).toHaveProperty('table');
  expect(parseTable(`x\n${'1\n'.repeat(101)}`, 't.csv', 100)).toMatchObject({
    issue: { message: 'The file is too large: it has more than 100 rows' },
  });
});
