import { expect, it } from 'vitest';
import { createResultsTable } from '../../../src/cli/studies/results-table.ts';
import { compileRunExpression } from '../../../src/expressions/index.ts';
import type { RunOutcome } from '../../../src/run/index.ts';
import { planStudy } from '../../../src/study/index.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const study = studyOf([uniform('x')], { method: 'latin-hypercube', runs: 4 });
const plan = planStudy(study, { tables: new Map(), compileRunExpression });
const attempt = { attempt: 1, jobNumber: 1, values: {} };
const attempts: RunOutcome[][] = [
  [
    { ...attempt, run: 1, status: 'Done' },
    { ...attempt, run: 2, status: 'Failed', reason: 'cut' },
    { ...attempt, run: 3, status: 'Failed', reason: 'stopped' },
  ],
];

it.each([
  ['planned while its study is open', false, 'Planned'],
  ['withdrawn when its study is over, as in results.csv', true, 'Withdrawn'],
])('a run without an outcome is %s', (_, isStudyOver, state) => {
  const { columns } = createResultsTable(study, plan, attempts, isStudyOver);
  const cells = columns.find(({ name }) => name === 'status')?.cells;
  expect(cells).toEqual(['Done', 'Failed', 'Stopped', state]);
});
