import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parseCount,
  parseDuration,
  parseDurationOrNone,
  parseNames,
  parseRuns,
  parseTime,
} from '../../src/cli/parse-arguments.ts';

describe('option values', () => {
  it.each([
    ['3', [3]],
    ['3,7-9', [3, 7, 8, 9]],
    ['9, 7-8 ,7', [7, 8, 9]],
    ['0', [0]],
  ])('reads the runs %s', (text, runs) => {
    expect(parseRuns(text)).toEqual(runs);
  });

  it.each(['', 'a', '3-', '-3', '9-7', '3,,4', '1.5', '0x3', '1-1000000000'])(
    'refuses the runs "%s"',
    (text) => {
      expect(() => parseRuns(text)).toThrow(InvalidArgumentError);
    },
  );

  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1.5h', 5_400_000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
    ['36500d', 3_153_600_000_000],
  ])('reads the duration %s', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });

  it.each(['', '30', 'm', '-5s', '5 s', '1w', '1e3s', '36501d'])(
    'refuses the duration "%s"',
    (text) => {
      expect(() => parseDuration(text)).toThrow(/Write a duration/);
    },
  );

  it('reads days and times, and none that no calendar has', () => {
    expect(parseTime('2028-02-29').toISOString()).toBe('2028-02-29T00:00:00.000Z');
    expect(parseTime('2026-03-01T03:00').toISOString()).toBe('2026-03-01T03:00:00.000Z');
    expect(parseTime('2026-03-01T03:00+02:00').toISOString()).toBe('2026-03-01T01:00:00.000Z');
    for (const text of ['2026-02-30', '2026-02-30T03:00Z', '2026-04-31', '2026-13-01']) {
      expect(() => parseTime(text)).toThrow(`There is no day ${text.slice(0, 10)}`);
    }
    for (const text of ['2026-03-01T25:00Z', 'yesterday', '2026-3-1']) {
      expect(() => parseTime(text)).toThrow(/Write a day or a time/);
    }
  });

  it('reads counts strictly', () => {
    expect(parseCount('12')).toBe(12);
    for (const text of ['', '-1', '1.5', '1e3', '12345678901']) {
      expect(() => parseCount(text)).toThrow(/whole number/);
    }
  });

  it('reads names separated by commas', () => {
    expect(parseNames('a, b,c')).toEqual(['a', 'b', 'c']);
    expect(() => parseNames('a,,b')).toThrow(/separated by commas/);
  });
});

it('takes a duration of nothing without a unit where there may be none, and no other number', () => {
  expect(parseDurationOrNone('0')).toBe(0);
  expect(parseDurationOrNone('2s')).toBe(2_000);
  expect(() => parseDurationOrNone('5')).toThrow(/with its unit, such as 90s/u);
});
