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

it.each([
  ['was deleted', undefined, 'there was none'],
  ['was paused', { ...made, paused: true }, 'somebody paused it'],
  ['sends what nobody sealed', { ...made, refused: 'no seal' }, 'our workers refuse'],
  ['sends to others', { ...made, misdirected: 'it starts x' }, 'it starts x'],
  ['has no times', { ...made, nextTimes: [] }, 'other times: none'],
  ['is slower', { ...made, nextTimes: nextTimes.filter((_, index) => index % 2 === 0) }, 'other'],
  ['has times between', { ...made, nextTimes: ['2026-03-10T12:05:00Z', ...nextTimes] }, '12:05'],
])('tells that it %s', (_what, state, fault) => {
  expect(reaperFault(state, now)).toContain(fault);
});
