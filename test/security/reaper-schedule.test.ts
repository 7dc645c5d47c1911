/** Whoever reaches the Temporal server can pause, change and delete the schedule of the reaper: each of them is noticed. */
import { expect, it } from 'vitest';
import { reaperFault } from '../../src/reaper/index.ts';
import type { FlowScheduleState } from '../../src/temporal/flow-schedules.ts';

const now = new Date('2026-03-10T12:01:00Z');
const nextTimes = Array.from({ length: 10 }, (_, index) =>
  new Date(Date.parse('2026-03-10T12:10:00Z') + index * 600_000).toISOString(),
);
const made: FlowScheduleState = {
  ...{ paused: false, note: undefined, nextTimes, recent: [], running: [] },
  ...{ waiting: 0, taken: 0, missed: 0, skipped: 0 },
};

it('finds nothing wrong with the schedule that workers make', () => {
  expect(reaperFault(made, now)).toBeUndefined();
});

it.each([1, 3, 25])(
  'finds nothing wrong after a server was down across %i of its times, which it names until the next one has come',
  (missed) => {
    const named = Array.from({ length: 10 }, (_, index) =>
      new Date(Date.parse('2026-03-10T12:10:00Z') + (index - missed) * 600_000).toISOString(),
    );
    expect(reaperFault({ ...made, nextTimes: named }, now)).toBeUndefined();
    expect(reaperFault({ ...made, nextTimes: named }, new Date('2026-03-10T12:04:22Z'))).toBe(
      undefined,
    );
  },
);

it.each([
  ['was deleted', undefined, 'there was none'],
  ['was paused', { ...made, paused: true }, 'somebody paused it'],
  ['sends what nobody sealed', { ...made, refused: 'no seal' }, 'our workers refuse'],
  ['sends to others', { ...made, misdirected: 'it starts x' }, 'it starts x'],
  ['has no times', { ...made, nextTimes: [] }, 'other times: none'],
  ['is slower', { ...made, nextTimes: nextTimes.filter((_, index) => index % 2 === 0) }, 'other'],
  [
    'has others since its server was down',
    { ...made, nextTimes: ['2026-03-10T12:00:00Z', ...nextTimes.filter((_, n) => n % 2 === 1)] },
    'other times: 2026-03-10T12:00:00Z, 2026-03-10T12:20:00',
  ],
  [
    'had others before its server was down',
    { ...made, nextTimes: ['2026-03-10T11:35:00Z', ...nextTimes] },
    'other times: 2026-03-10T11:35:00Z',
  ],
  [
    'has no more times than those that are over',
    { ...made, nextTimes: ['2026-03-10T11:40:00Z', '2026-03-10T11:50:00Z'] },
    'other times: 2026-03-10T11:40:00Z',
  ],
  ['has times between', { ...made, nextTimes: ['2026-03-10T12:05:00Z', ...nextTimes] }, '12:05'],
])('tells that it %s', (_what, state, fault) => {
  expect(reaperFault(state, now)).toContain(fault);
});
