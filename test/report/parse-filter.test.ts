import { describe, expect, it } from 'vitest';
import { columnDigits, formatNumber } from '../../src/report/format-number.ts';
import { parseFilter } from '../../src/report/page/parse-filter.ts';
import type { ReportCell } from '../../src/report/report.ts';

/** Cells that a filter lets pass, or why it isn't understood. */
function passing(asked: string, cells: readonly ReportCell[]): readonly ReportCell[] | string {
  const digits = columnDigits(cells);
  const parsed = parseFilter(asked, {
    isNumeric: cells.every((cell) => typeof cell !== 'string'),
    textOf: (cell) => (typeof cell === 'number' ? formatNumber(cell, digits) : (cell ?? '–')),
  });
  if (parsed === undefined) return cells;
  return 'problem' in parsed ? parsed.problem : cells.filter(parsed.filter);
}

describe('a filter of numbers', () => {
  const cells = [2.6331234, 2.6328765, 0.5, 5, -1e-7, null];

  it.each([
    ['2.633', [2.6331234, 2.6328765]],
    ['=2.633', [2.6331234, 2.6328765]],
    ['2.6331234', [2.6331234]],
    ['-1e-7', [-1e-7]],
    ['5', [5]],
    ['>=2.633', [2.6331234, 2.6328765, 5]],
    ['<= 2.633', [2.6331234, 2.6328765, 0.5, -1e-7]],
    ['>2.633', [2.6331234, 5]],
    ['.5 .. 2.633', [2.6331234, 2.6328765, 0.5]],
    ['!2.633', [0.5, 5, -1e-7, null]],
    ['–', [null]],
    ['-', [null]],
    ['!–', [2.6331234, 2.6328765, 0.5, 5, -1e-7]],
    ['', cells],
    ['!', cells],
  ])('%s finds what looks so in the table', (asked, found) => {
    expect(passing(asked, cells)).toEqual(found);
  });

  it.each(['abc', '1e', '<', '1..', '> x', '!abc', '0x10', '--1'])(
    '%s isn’t understood, and that is said',
    (asked) => {
      expect(passing(asked, cells)).toMatch(/^Not understood: /u);
    },
  );

  it.each(['1,5', '1,000', '-1,5'])('%s is told how numbers are written', (asked) => {
    expect(passing(asked, cells)).toMatch(/^Numbers have a point/u);
  });
});

describe('a filter of truth values', () => {
  const cells = ['true', 'false', null];
  const found = (asked: string, textOf = (cell: ReportCell): string => String(cell ?? '–')) => {
    const parsed = parseFilter(asked, { isNumeric: false, isTruth: true, textOf });
    if (parsed === undefined) return cells;
    return 'problem' in parsed ? parsed.problem : cells.filter(parsed.filter);
  };

  type Case = readonly [asked: string, expected: readonly ReportCell[]];

  it.each<Case>([
    ...['true', 'True', 't', '1', '=1', '>0'].map((asked): Case => [asked, ['true']]),
    ...['false', '0', '<1'].map((asked): Case => [asked, ['false']]),
    ['!true', ['false', null]],
    ['–', [null]],
    ['0..1', ['true', 'false']],
    ['', cells],
  ])('%s is taken', (asked, expected) => {
    expect(found(asked)).toEqual(expected);
  });

  it('takes the words that the table shows, and says what it doesn’t understand', () => {
    const rule = (cell: ReportCell): string => (cell === 'true' ? 'kept' : 'broken');
    expect(found('kept', rule)).toEqual(['true']);
    expect(found('brok', rule)).toEqual(['false']);
    expect(found('yes')).toMatch(/^Not understood: true, false/u);
  });
});

describe('a filter of texts', () => {
  const cells = ['Done', 'Failed', 'exit-code 1.5', null];

  it.each([
    ['fail', ['Failed']],
    ['!fail', ['Done', 'exit-code 1.5', null]],
    ['-', ['exit-code 1.5']],
    ['1,5', []],
    ['1.5', ['exit-code 1.5']],
    ['–', [null]],
  ])('%s is a part of a text, or stands for a missing value', (asked, found) => {
    expect(passing(asked, cells)).toEqual(found);
  });

  it('finds numbers among texts', () => {
    expect(passing('>2', ['a', 1, 3])).toEqual([3]);
    expect(passing('3', ['a3', 1, 3])).toEqual(['a3', 3]);
  });
});
