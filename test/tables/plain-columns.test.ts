import { describe, expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { parseNumber } from '../../src/numbers/index.ts';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { PlainColumnsReader, type PlainColumns } from '../../src/tables/plain-columns.ts';

/** Read in pieces of some bytes. */
function read(text: string, piece = 7): PlainColumns | undefined {
  const bytes = Buffer.from(text);
  const reader = new PlainColumnsReader(bytes.length);
  for (let at = 0; at < bytes.length; at += piece) {
    if (!reader.take(bytes.subarray(at, at + piece))) return undefined;
  }
  return reader.end();
}

const column = (cells: readonly string[]) =>
  read(`x,y\n${cells.map((cell) => `${cell},1\n`).join('')}`)?.columns[0];

describe('a table of plain numbers', () => {
  it('is read as parseNumber reads each cell, bit by bit', () => {
    const stream = createStream(2, 'cells');
    const bits = new DataView(new ArrayBuffer(8));
    const drawn = Array.from({ length: 4000 }, (_, k) => {
      for (const word of [0, 4]) bits.setUint32(word, stream.uniform(2 * k + word / 4) * 2 ** 32);
      const value = bits.getFloat64(0);
      const few = (stream.uniform(9000 + k) - 0.5) * 10 ** ((k % 40) - 20);
      return k % 2 === 0 && Number.isFinite(value) ? String(value) : few.toPrecision((k % 17) + 1);
    });
    const cells = [
      ...drawn,
      '-0',
      '0',
      '+1.5',
      '5.',
      '.5',
      '0.1e1',
      '1E+5',
      '2e-7',
      '0e999',
    ].filter((cell) => !/^-?\d{16,}$/u.test(cell));
    const found = column(cells);
    expect(found?.length).toBe(cells.length);
    cells.forEach((cell, row) => {
      expect(Object.is(found?.[row], parseNumber(cell)), cell).toBe(true);
    });
  });

  it('may have empty cells, line ends of Windows, and a last line without an end', () => {
    expect(read('a,b\r\n1,\r\n2,3')).toEqual({
      names: ['a', 'b'],
      columns: [Float64Array.of(1, 2), Float64Array.of(NaN, 3)],
    });
  });

  it.each([
    ...['one', '0x10', '1d5', '"1"', ' 1', '1 ', 'nan', 'Infinity', '1e999', '1e-999', '007'],
    ...['12345678901234567', '--1', '1e', '1,5', '.', '+', '1_0', "'1"],
  ])('isn’t one with the cell %s, which is left to the reader of texts', (cell) => {
    expect(column(['1', cell, '2'])).toBeUndefined();
  });

  it.each([
    ['a name in quotes', '"a",b\n1,2\n'],
    ['a byte-order mark', '\uFEFFa,b\n1,2\n'],
    ['two equal names', 'a,A\n1,2\n'],
    ['a comment', '# a,b\n1,2\n'],
    ['an empty line', 'a,b\n1,2\n\n3,4\n'],
    ['a short row', 'a,b\n1\n3,4\n'],
    ['a long row', 'a,b\n1,2,3\n'],
    ['mixed line ends', 'a,b\r\n1,2\n'],
    ['no rows', 'a,b\n'],
    ['nothing', ''],
  ])('isn’t one with %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is what csv-parse reads, in pieces of any size', () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `${row},${row / 7},${-row}e-3`);
    const text = `a,b,c\n${rows.join('\n')}\n`;
    const parsed = parseTable(text, 'a.csv');
    if ('issue' in parsed) throw new Error(parsed.issue.message);
    for (const piece of [1000, 4096, 1e6]) {
      const found = read(text, piece);
      parsed.table.rows.forEach((cells, row) => {
        expect(cells.map((cell) => parseNumber(cell))).toEqual(
          found?.columns.map((own) => own[row]),
        );
      });
    }
  });
});
