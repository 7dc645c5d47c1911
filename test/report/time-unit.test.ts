import { expect, it } from 'vitest';
import { timeUnit } from '../../src/report/time-unit.ts';

it('a span is told in a unit that gives numbers a person can read', () => {
  const spans = [0, 4, 119, 120, 7199, 7200, 172_799, 172_800, 1e7];
  expect(spans.map((seconds) => timeUnit(seconds).name)).toEqual([
    ...['seconds', 'seconds', 'seconds', 'minutes', 'minutes', 'hours', 'hours', 'days', 'days'],
  ]);
});
