import { expect, it } from 'vitest';
import { countTimes } from '../../src/temporal/count-times.ts';

const count = (timing: { cron?: string; everyMs?: number; timezone?: string }, range: string) => {
  const [from = '', to = ''] = range.split(' ');
  const times = { from: new Date(from), to: new Date(to) };
  return countTimes({ timezone: 'UTC', ...timing }, times);
};

it('counts how often a schedule comes in a time, both ends included', () => {
  const hour = 3_600_000;
  expect(count({ everyMs: 6 * hour }, '2026-08-01T00:00Z 2026-08-03T00:00Z')).toBe(9);
  expect(count({ everyMs: 6 * hour }, '2026-08-01T00:01Z 2026-08-01T05:59Z')).toBe(0);
  expect(count({ cron: '0 3 * * *' }, '2026-03-01T00:00Z 2026-03-03T12:00Z')).toBe(3);
  expect(count({ cron: '0 3 * * *' }, '2026-03-01T03:00Z 2026-03-03T03:00Z')).toBe(3);
  expect(count({ cron: '*/30 8-9 * * mon' }, '2026-03-01T00:00Z 2026-03-31T00:00Z')).toBe(20);
  expect(count({ cron: '0 3 29 2 *' }, '2020-01-01T00:00Z 2029-01-01T00:00Z')).toBe(3);
});

it('counts by the clock of the time zone', () => {
  const berlin = { cron: '0 1 * * *', timezone: 'Europe/Berlin' };
  expect(count(berlin, '2026-03-01T00:00Z 2026-03-01T23:30Z')).toBe(1);
  expect(count(berlin, '2026-03-01T00:01Z 2026-03-01T23:59Z')).toBe(0);
  expect(count({ ...berlin, timezone: 'UTC' }, '2026-03-01T00:01Z 2026-03-01T23:59Z')).toBe(1);
});
