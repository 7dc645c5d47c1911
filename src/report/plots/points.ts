import type { PointPlot } from '../report.ts';
import { valueAxis } from './axes.ts';
import { axisScale } from './axis-scale.ts';
import { clippedNames } from './clipped-names.ts';
import {
  baseOption,
  isChosenOf,
  numberWithRaw,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';

/** Where a point stands, its name, and its numbers. */
type PlacedPoint = readonly [number, number, string, number, number];

/** Points with names; those of runs that aren't chosen are grey. */
export function drawPoints(plot: PointPlot, context: DrawingContext): Drawing {
  const { theme, width } = context;
  const isChosen = isChosenOf(context);
  const { points, isLabelled, hasDiagonal } = plot;
  const all = points.flatMap(({ x, y }) => [x, y]);
  const low = all.reduce((a, b) => Math.min(a, b), Infinity);
  const high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  // A diagonal ends where both axes do.
  const xScale = axisScale(hasDiagonal === true ? all : points.map(({ x }) => x));
  const yScale = axisScale(hasDiagonal === true ? all : points.map(({ y }) => y));
  const labels = isLabelled
    ? clippedNames(
        points.map(({ label }) => label),
        20,
      )
    : [];
  const base = baseOption(theme);
  return {
    height: 340,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value: [, , label, x, y] }: { value: PlacedPoint }) =>
          `${label}\n${plot.xName}: ${numberWithRaw(x)}\n${plot.yName}: ${numberWithRaw(y)}`,
      },
      grid: { left: 76, right: Math.min(110, width * 0.15), top: 16, bottom: 50 },
      xAxis: { ...valueAxis(theme, plot.xName, xScale, width - 120), nameGap: 30 },
      yAxis: { ...valueAxis(theme, plot.yName, yScale, 320), nameGap: 54 },
      series: [
        {
          type: 'scatter',
          data: points.map(({ x, y, label, run }) => ({
            value: [xScale.place(x), yScale.place(y), label, x, y],
            ...(run === undefined || isChosen(run) ? {} : { itemStyle: { color: theme.faint } }),
          })),
          symbolSize: isLabelled ? 9 : points.length > 1500 ? 3 : 6,
          itemStyle: { color: theme.accent, opacity: isLabelled ? 1 : 0.7 },
          label: {
            show: isLabelled,
            position: 'right',
            color: theme.text,
            formatter: ({ dataIndex }: { dataIndex: number }) => labels[dataIndex] ?? '',
          },
          labelLayout: { hideOverlap: true },
          ...(hasDiagonal === true && high > low
            ? {
                markLine: {
                  symbol: 'none',
                  silent: true,
                  lineStyle: { color: theme.muted, type: 'dashed' },
                  label: { show: false },
                  data: [
                    [low, high].map((at) => ({ coord: [xScale.place(at), yScale.place(at)] })),
                  ],
                },
              }
            : {}),
        },
      ],
    },
  };
}
