import { expect, it } from 'vitest';
import { drawTimeline } from '../../../src/report/plots/timeline.ts';
import { plotThemes } from '../../../src/report/plots/theme.ts';

/** Distance of the names that are shown of so many runs, px. */
function distanceOf(count: number): number {
  const lanes = Array.from({ length: count }, (_, index) => `run ${index + 1}`);
  const bars = lanes.map((label, lane) => ({
    ...{ label, lane, run: lane + 1, fromMinutes: lane, toMinutes: lane + 2, isDone: true },
  }));
  const runs = { total: count, runs: [], states: [], reasons: [], columns: [] };
  const { option, height } = drawTimeline(
    { kind: 'timeline', lanes, bars },
    { theme: plotThemes.light, runs, width: 1000 },
  );
  const { axisLabel } = option['yAxis'] as { axisLabel: { interval: number } };
  return ((height - 76) / count) * (axisLabel.interval + 1);
}

it.each([2, 32, 40, 45, 150, 300])('names of %d runs don’t touch', (count) => {
  const letters = 13;
  expect(distanceOf(count)).toBeGreaterThanOrEqual(letters);
  expect(distanceOf(count)).toBeLessThan(3 * letters);
});

it('every run is named where there is room', () => {
  expect(distanceOf(20)).toBe(16);
});
