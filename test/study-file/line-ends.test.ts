import { expect, it } from 'vitest';
import { IssueList } from '../../src/study-file/issues.ts';
import { warnOfLineEnds } from '../../src/study-file/line-ends.ts';

const warningsOf = (texts: Readonly<Record<string, string>>) => {
  const issues = new IssueList();
  warnOfLineEnds(new Map(Object.entries(texts)), issues);
  return issues.warnings;
};

it('scripts with the line ends of Windows are told with the line where they begin', () => {
  expect(warningsOf({ 'solve.sh': 'echo 1\necho 2\r\n' })).toMatchObject([
    {
      place: { file: 'solve.sh', line: 2, column: 1 },
      message: expect.stringContaining('line ends of Windows') as string,
    },
  ]);
  expect(warningsOf({ driver: '#!/usr/bin/env python3\r\nprint(1)\r\n' })).toHaveLength(1);
});

it('other files may have them, and no other line end is taken for one', () => {
  expect(warningsOf({ 'points.csv': 'a\r\n1\r\n', 'model.py': 'x = 1\r\n' })).toEqual([]);
  expect(warningsOf({ 'solve.sh': "printf 'a\\r'\necho 1\n" })).toEqual([]);
});
