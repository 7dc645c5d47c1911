import { formatNumber } from '../format-number.ts';
import type { TimelinePlot } from '../report.ts';
import { timeUnit } from '../time-unit.ts';
import { nameAxis, valueAxis } from './axes.ts';
import { axisScale } from './axis-scale.ts';
import { baseOption, isChosenOf, type Drawing, type DrawingContext } from './drawing.ts';

interface BarApi {
  readonly value: (dim: number) => number;
  readonly coord: (point: readonly number[]) => readonly [number, number];
  readonly size: (extent: readonly number[]) => readonly [number, number];
}

/** A bar an attempt over time; what failed is in another colour and has an outline, and what is of a run that isn't chosen is grey. */
export function drawTimeline(plot: TimelinePlot, context: DrawingContext): Drawing {
  const { theme, width } = context;
  const isChosen = isChosenOf(context);
  const { lanes, bars } = plot;
  const laneHeight = Math.max(3, Math.min(16, 520 / Math.max(1, lanes.length)));
  const unit = timeUnit(bars.reduce((most, { toMinutes }) => Math.max(most, toMinutes), 0) * 60);
  const inUnit = (minutes: number): number => (minutes * 60) / unit.seconds;
  const scale = axisScale([0, ...bars.map(({ toMinutes }) => inUnit(toMinutes))]);
  const base = baseOption(theme);
  return {
    height: 76 + lanes.length * laneHeight,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value }: { value: readonly number[] }) => {
          const bar = bars[value[3] ?? 0];
          return bar === undefined
            ? ''
            : `${bar.label}\n${formatNumber(inUnit(bar.toMinutes - bar.fromMinutes))} ${unit.name}, from ${formatNumber(inUnit(bar.fromMinutes))} ${unit.name} on`;
        },
      },
      grid: { left: Math.min(90, width * 0.2), right: 20, top: 10, bottom: 46 },
      xAxis: {
        ...valueAxis(theme, `${unit.name} since the first run began`, scale),
        nameGap: 28,
      },
      yAxis: {
        ...nameAxis(theme, lanes, { length: lanes.length * laneHeight, letters: 12 }),
        inverse: true,
      },
      series: [
        {
          type: 'custom',
          encode: { x: [1, 2], y: 0 },
          data: bars.map(({ lane, fromMinutes, toMinutes }, index) => [
            lane,
            scale.place(inUnit(fromMinutes)),
            scale.place(inUnit(toMinutes)),
            index,
          ]),
          renderItem: (_: unknown, api: BarApi) => {
            const from = api.coord([api.value(1), api.value(0)]);
            const to = api.coord([api.value(2), api.value(0)]);
            const thick = Math.max(1.5, (api.size([0, 1])[1] ?? 4) * 0.72);
            const { run = 0, isDone = false } = bars[api.value(3)] ?? {};
            const own = isDone ? theme.accent : theme.bad;
            return {
              type: 'rect',
              shape: {
                x: from[0],
                y: from[1] - thick / 2,
                width: Math.max(1, to[0] - from[0]),
                height: thick,
              },
              style: {
                fill: isChosen(run) ? own : theme.faint,
                stroke: isDone ? 'none' : theme.text,
                lineWidth: isDone ? 0 : 0.8,
              },
            };
          },
        },
      ],
    },
  };
}
