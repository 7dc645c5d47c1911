import { expect, it } from 'vitest';
import { dakotaRows, toDakotaTable } from '../../../src/cli/tables/dakota-rows.ts';
import type { RowTable } from '../../../src/cli/tables/row-table.ts';

const table: RowTable = {
  rowCount: 3,
  columns: [
    { name: 'run', cells: [1, 2, 3] },
    { name: 'stress', cells: [30.5, null, 1e-7] },
    { name: 'w', cells: [0.1, 0.2, 0.3] },
    { name: 'feasible', cells: [true, null, false] },
    { name: 'grade', cells: ['S355', 'S235', 'S235'] },
    { name: 'status', cells: ['Done', 'Failed', 'Done'] },
    { name: 'reason', cells: [null, 'exit-code', null] },
    { name: 'revision', cells: [1, 2, 2] },
  ],
};
const names = {
  variables: new Set(['stress', 'w', 'feasible', 'grade']),
  responses: new Set(['stress', 'feasible']),
};

function wordsOf(written: RowTable): readonly (readonly string[])[] {
  return [...dakotaRows(written)].map((line) => line.trim().split(/\s+/u));
}

it('has the run numbers, the variables and then the responses, of runs that have all', () => {
  expect(wordsOf(toDakotaTable(table, names))).toEqual([
    ['%eval_id', 'interface', 'w', 'grade', 'stress', 'feasible'],
    ['1', 'NO_ID', '0.1', 'S355', '30.5', '1'],
    ['3', 'NO_ID', '0.3', 'S235', '1e-7', '0'],
  ]);
});

it('keeps its columns below each other, and ends each line as Dakota does', () => {
  const lines = [...dakotaRows(toDakotaTable(table, names))];
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  expect(lines.every((line) => line.endsWith(' \n'))).toBe(true);
});

it.each(['two words', ''])('refuses the text %j, which would shift the columns', (text) => {
  const columns = [{ name: 'grade', cells: [text] }];
  expect(() => [...dakotaRows({ rowCount: 1, columns })]).toThrow(/column "grade"/u);
});

it('says which columns and runs hold other texts before anything is printed', () => {
  const columns = [
    { name: 'run', cells: [4, 5, 6] },
    { name: 'grade', cells: ['S235', 'two words', 'three more words'] },
    { name: 'w', cells: [1, 2, 3] },
  ];
  const lines = dakotaRows({ rowCount: 3, columns });
  expect(() => lines.next()).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('column "grade" has "two words" in run 5 and 1 more run'),
      hint: expect.stringContaining('--columns w,'),
    }),
  );
});
