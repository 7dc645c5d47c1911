import { describe, expect, it } from 'vitest';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { readTableColumn } from '../../src/study/table-column.ts';

function columnOf(csv: string) {
  const parsed = parseTable(csv, 'points.csv');
  if ('issue' in parsed) throw new Error(parsed.issue.message);
  return readTableColumn(parsed.table, 'txt');
}

describe('a cell in quotes', () => {
  it.each(['NaN', '007', '12', '0x10'])('is a text in a column of texts: "%s"', (text) => {
    expect(columnOf(`txt,x\nplain,1\n"${text}",2\n`)).toEqual({ values: ['plain', text] });
  });

  it('is a number in a column of numbers', () => {
    expect(columnOf('txt,x\n1,1\n"2",2\n')).toEqual({ values: [1, 2] });
  });

  it('is what a bare number among texts is told to be', () => {
    expect(columnOf('txt,x\nplain,1\n007,2\n')).toMatchObject({
      line: 3,
      hint: 'put it into quotes for a text: "007"',
    });
  });
});
