import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printNumber } from '../../src/numbers/index.ts';
import { csvRows } from '../../src/tables/csv-rows.ts';
import { tableCell } from '../../src/tables/table-cell.ts';

describe('csvRows', () => {
  it('writes what csv-stringify does, for any texts and numbers', () => {
    const cell = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string());
    const texts = fc.oneof(cell, fc.constantFrom('é', '"', ',', '\n', '=1+1', '', ' 漢字 ', '😀'));
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, fc.double(), texts), { minLength: 1 }), (rows) => {
        const block = [
          rows.map(([a]) => a),
          Float64Array.from(rows, ([, b]) => b),
          rows.map(([, , c]) => c),
        ];
        const plain = stringify(rows.map((row) => row.map(tableCell)));
        expect(Buffer.from(csvRows(block, tableCell)).toString()).toBe(plain);
      }),
      { seed: 21 },
    );
  });

  it('makes room for the longest cells', () => {
    const number = -1.2345678901234567e-100;
    const block = [
      Float64Array.from({ length: 500 }, () => number),
      Array.from({ length: 500 }, () => '漢'.repeat(300)),
    ];
    const lines = Buffer.from(csvRows(block, String)).toString().split('\n');
    expect(lines).toHaveLength(501);
    expect(new Set(lines.slice(0, 500))).toEqual(
      new Set([`${printNumber(number)},${'漢'.repeat(300)}`]),
    );
  });
});
