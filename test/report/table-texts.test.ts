import { describe, expect, it } from 'vitest';
import { columnDigits, formatNumber, formatNumbers } from '../../src/report/format-number.ts';
import { tableTexts } from '../../src/report/table-texts.ts';

describe('numbers of a column', () => {
  it.each([
    [
      [0.123456, 0.654321, 12.3456],
      ['0.1235', '0.6543', '12.35'],
    ],
    [
      [101324.51234, 101325.49876],
      ['101324.512', '101325.499'],
    ],
    [
      [1_000_000, 1_000_001],
      ['1000000', '1000001'],
    ],
    [
      [1_000_000.25, 1_000_001],
      ['1000000.25', '1000001'],
    ],
    [
      [1 - 1e-12, 1 + 1e-12],
      ['0.999999999999', '1.000000000001'],
    ],
    [
      [101325, 101325],
      ['101325', '101325'],
    ],
    [[0.1 + 0.2], ['0.3']],
    [
      [-1.7e308, 1.7e308],
      ['-1.7e308', '1.7e308'],
    ],
    [
      [1.23456e-21, 5e-324],
      ['1.235e-21', '5e-324'],
    ],
  ])('%j have as many digits as tell them apart', (values, texts) => {
    expect(formatNumbers(values)).toEqual(texts);
  });

  it('are judged by most of them, not by one far away', () => {
    const values = [0, ...Array.from({ length: 99 }, (_, at) => 101325 + at / 100)];
    expect(formatNumber(101325.017, columnDigits(values))).toBe('101325.017');
  });
});

describe('a table', () => {
  it('never shows two different numbers of a row as the same', () => {
    const rows = [
      ['p', 256, 101323.487, 101326.329],
      ['q', 256, 0.0363212, 17.1112],
    ];
    expect(tableTexts(rows)).toEqual([
      ['p', '256', '101323.49', '101326.33'],
      ['q', '256', '0.03632', '17.11'],
    ]);
  });

  it('shows no noise of the arithmetic', () => {
    expect(tableTexts([[2.5, 2.5 + 4e-15, 17]])).toEqual([['2.5', '2.5', '17']]);
  });

  it('shows texts as they are, and what is missing as a dash', () => {
    expect(tableTexts([['a', null, 12345], [], ['b', 1.5, 123456]])).toEqual([
      ['a', '–', '12345'],
      [],
      ['b', '1.5', '123456'],
    ]);
  });
});

it('a table that says so shows no more digits, of whole numbers all', () => {
  const rows = [
    [12_345_678, 101324.51234, 0.123456789012, 'a'],
    [12_345_679, 101324.51235, 0.123456789013, 'b'],
  ];
  expect(tableTexts(rows, 6)).toEqual([
    ['12345678', '101325', '0.123457', 'a'],
    ['12345679', '101325', '0.123457', 'b'],
  ]);
});
