import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { checkTiming, timingWords, type FlowTiming } from '../../src/temporal/flow-timing.ts';

const nightly: FlowTiming = {
  cron: '0 3 * * *',
  timezone: 'Europe/Berlin',
  overlap: 'skip',
  catchupMs: 3_600_000,
  jitterMs: 0,
};
const sixHourly: FlowTiming = { ...nightly, cron: undefined, everyMs: 21_600_000, timezone: 'UTC' };

describe('the timing of what comes again', () => {
  it.each([
    ...['0 3 * * *', '*/15 * * * *', '30 6 * * mon-fri', '0 0 1,15 JAN-JUN *', '5/10 1-5/2 29 2 *'],
    '0 12 * * 7',
  ])('takes the cron expression %s', (cron) => {
    expect(checkTiming({ ...nightly, cron }).cron).toBe(cron);
  });

  it.each([
    ['0 3 * *', /4 fields, but must have five/],
    ['0 3 * * * *', /6 fields/],
    ['60 3 * * *', /"60" as minute, but must have 0 to 59/],
    ['0 24 * * *', /"24" as hour/],
    ['0 3 0 * *', /"0" as day of the month/],
    ['0 3 * 13 *', /"13" as month/],
    ['0 3 * * 8', /"8" as day of the week/],
    ['0 3 * * frida', /"frida" as day of the week/],
    ['5-1 3 * * *', /"5-1" as minute/],
    ['*/0 3 * * *', /"\*\/0" as minute/],
    ['*/2/3 3 * * *', /as minute/],
    ['-1 3 * * *', /"-1" as minute/],
    ['0 3 31 2,4 *', /never comes/],
    ['@daily', /one field/],
  ])('refuses the cron expression %s', (cron, message) => {
    expect(() => checkTiming({ ...nightly, cron })).toThrow(message);
    expect(() => checkTiming({ ...nightly, cron })).toThrow(UsageError);
  });

  it.each(['Europe/Atlantis', '', '+02:00', 'Local', 'Europe/Berlin x'])(
    'refuses the time zone "%s"',
    (timezone) => {
      expect(() => checkTiming({ ...nightly, timezone })).toThrow(/no time zone/);
    },
  );

  it('spells a time zone as the database does', () => {
    expect(checkTiming({ ...nightly, timezone: 'europe/berlin' }).timezone).toBe('Europe/Berlin');
    expect(checkTiming({ ...nightly, timezone: 'utc' }).timezone).toBe('UTC');
  });

  it('refuses what has no meaning', () => {
    expect(() => checkTiming({ ...nightly, everyMs: 3_600_000 })).toThrow(/either/);
    expect(() => checkTiming({ ...nightly, cron: undefined })).toThrow(/either/);
    expect(() => checkTiming({ ...sixHourly, everyMs: 30_000 })).toThrow(/too short/);
    expect(() => checkTiming({ ...sixHourly, timezone: 'Europe/Berlin' })).toThrow(/no meaning/);
    expect(() => checkTiming({ ...nightly, catchupMs: 1000 })).toThrow(/at least|too short/);
  });

  const minuteMs = 60_000;
  it.each([
    ['0 3 * * *', 1440],
    ['0 3,22 * * *', 300],
    ['*/15 * * * *', 15],
    ['50,5 * * * *', 15],
    ['0 3 * * mon,thu', 3 * 1440],
    ['0 23 28 2 *', 365 * 1440],
    ['0 0 29 2 sun', Infinity],
  ])(
    'takes a jitter of %s as long as the shortest time to the next, and no longer',
    (cron, gap) => {
      const longest = Number.isFinite(gap) ? gap * minuteMs : 1e12;
      expect(checkTiming({ ...nightly, cron, jitterMs: longest }).jitterMs).toBe(longest);
      if (!Number.isFinite(gap)) return;
      expect(() => checkTiming({ ...nightly, cron, jitterMs: longest + 1000 })).toThrow(/jitter/);
    },
  );

  it('names the jitter and the time that it must not pass', () => {
    const jitterMs = 7 * 3_600_000;
    expect(() => checkTiming({ ...sixHourly, jitterMs })).toThrow(
      'The jitter of 7 h is longer than the shortest time from one start to the next, 6 h',
    );
  });

  it('says itself in a few words', () => {
    expect(timingWords(nightly)).toBe('0 3 * * * (Europe/Berlin)');
    expect(timingWords(sixHourly)).toBe('every 6 h');
    expect(timingWords({ ...sixHourly, everyMs: 5_400_000 })).toBe('every 90 min');
  });
});
