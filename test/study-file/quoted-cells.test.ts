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

  it('keeps the zeros of a name that looks like a number', () => {
    expect(columnOf('txt,x\n"007",1\n"012",2\n"12",3\n')).toEqual({
      values: ['007', '012', '12'],
    });
  });

  it.each(['txt,x\n007,1\n008,2\n', 'txt,x\n7,1\n007,2\n', 'txt,x\n7,1\n"007",2\n'])(
    'never loses the zeros of a bare number in silence: %j',
    (csv) => {
      expect(columnOf(csv)).toMatchObject({
        message: 'Expected a number without leading zeros in column `txt`, got "007"',
        hint: 'write 7; where it is a name, put each cell of the column into quotes: "007"',
      });
    },
  );

  it.each(['0', '-0', '0.5', '-0.25', '1e05', '100'])('reads %s as the number', (text) => {
    expect(columnOf(`txt,x\n${text},1\n`)).toEqual({ values: [Number(text)] });
  });
});
