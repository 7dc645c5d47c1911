import { describe, expect, it } from 'vitest';
import { compileRowFilter } from '../../../src/cli/tables/compile-row-filter.ts';
import { formatRows, toObjects, type TextFormat } from '../../../src/cli/tables/format-rows.ts';
import type { RowTable } from '../../../src/cli/tables/row-table.ts';
import { selectRows } from '../../../src/cli/tables/select-rows.ts';

const table: RowTable = {
  rowCount: 4,
  columns: [
    { name: 'run', cells: [1, 2, 3, 4] },
    { name: 'stress', cells: [30, null, 10, 20] },
    { name: 'grade', cells: ['S355', 'S235', 'S235', 'a,"b"|c'] },
    { name: 'ok', cells: [true, null, false, true] },
    { name: 'status', cells: ['done', 'failed', 'done', 'done'] },
  ],
};

function runsOf(chosen: RowTable): unknown {
  return chosen.columns.find(({ name }) => name === 'run')?.cells;
}

function textOf(chosen: RowTable, format: TextFormat): string {
  return [...formatRows(chosen, format)].join('');
}

function where(text: string): RowTable {
  return selectRows(table, { keep: compileRowFilter(table, text) });
}

describe('choosing rows', () => {
  it.each([
    ['stress < 25', [3, 4]],
    ['stress > 0 and grade == "S355"', [1]],
    ['status == "failed"', [2]],
    ['ok', [1, 4]],
    ['stress != 10', [1, 4]],
  ])('keeps those for which %s is true; a missing value is not', (text, runs) => {
    expect(runsOf(where(text))).toEqual(runs);
  });

  it.each(['stres < 3', 'stress <', 'import("fs")', 'stress.constructor'])(
    'refuses the expression %s with its place',
    (text) => {
      expect(() => where(text)).toThrow(/\^/);
    },
  );

  it('sorts both ways, missing values last', () => {
    expect(runsOf(selectRows(table, { sort: 'stress' }))).toEqual([3, 4, 1, 2]);
    expect(runsOf(selectRows(table, { sort: '-stress' }))).toEqual([1, 4, 3, 2]);
    expect(runsOf(selectRows(table, { sort: 'grade' }))).toEqual([2, 3, 1, 4]);
  });

  it('limits after sorting and orders the columns as named', () => {
    const chosen = selectRows(table, { sort: 'stress', limit: 1, columns: ['stress', 'run'] });
    expect(toObjects(chosen)).toEqual([{ stress: 10, run: 3 }]);
    expect(chosen.columns.map(({ name }) => name)).toEqual(['stress', 'run']);
  });

  it('names the columns when one is not there', () => {
    expect(() => selectRows(table, { sort: 'strain' })).toThrow(/no column "strain"/);
    expect(() => selectRows(table, { columns: ['strain'] })).toThrow(/no column "strain"/);
  });
});

describe('tables as text', () => {
  const last = selectRows(table, { keep: (index) => index === 3 || index === 1 });

  it('are CSV with quotes where needed', () => {
    expect(textOf(last, 'csv')).toBe(
      'run,stress,grade,ok,status\n2,,S235,,failed\n4,20,"a,""b""|c",true,done\n',
    );
  });

  it('are TSV and Markdown that keep their columns', () => {
    expect(textOf(last, 'tsv').split('\n')[2]).toBe('4\t20\t"a,""b""|c"\ttrue\tdone');
    expect(textOf(last, 'md').split('\n')[3]).toBe('| 4 | 20 | a,"b"\\|c | true | done |');
  });

  it('are TSV that quotes a tab or a line feed within a text, as CSV does a comma', () => {
    const texts = { rowCount: 2, columns: [{ name: 'grade', cells: ['a\tb', 'c\nd'] }] };
    expect(textOf(texts, 'tsv')).toBe('grade\n"a\tb"\n"c\nd"\n');
  });

  it('guard texts that a spreadsheet would take for formulas, as results.csv does', () => {
    const cells = ['=1+1', '-3 @cmd', '-3', "'=a", "'plain"];
    const texts = { rowCount: 5, columns: [{ name: 'grade', cells }] };
    const guarded = "grade\n'=1+1\n'-3 @cmd\n-3\n''=a\n'plain\n";
    expect(textOf(texts, 'csv')).toBe(guarded);
    expect(textOf(texts, 'tsv')).toBe(guarded);
    expect(JSON.parse(textOf(texts, 'json'))).toEqual(cells.map((grade) => ({ grade })));
  });

  it('are JSON with null for a missing value', () => {
    expect(JSON.parse(textOf(last, 'json'))).toEqual([
      { run: 2, stress: null, grade: 'S235', ok: null, status: 'failed' },
      { run: 4, stress: 20, grade: 'a,"b"|c', ok: true, status: 'done' },
    ]);
  });

  it('are Markdown in which cells read as they are written', () => {
    const marked: RowTable = {
      rowCount: 1,
      columns: [
        { name: 'tip_mass', cells: ['a\\|b *c* <i>_d_</i>'] },
        { name: 'n', cells: [1] },
      ],
    };
    expect(textOf(marked, 'md')).toBe(
      '| tip_mass | n |\n| --- | ---: |\n| a\\\\\\|b \\*c\\* \\<i\\>\\_d\\_\\</i\\> | 1 |\n',
    );
  });

  it('are the same JSON in pieces as in one', () => {
    const many: RowTable = {
      rowCount: 5000,
      columns: [{ name: 'x', cells: Array.from({ length: 5000 }, (_, row) => `${row}\n`) }],
    };
    expect(textOf(many, 'json')).toBe(`${JSON.stringify(toObjects(many), null, 2)}\n`);
    expect([...formatRows(many, 'json')].length).toBeGreaterThan(2);
    expect(textOf({ ...many, rowCount: 0 }, 'json')).toBe('[]\n');
  });
});
