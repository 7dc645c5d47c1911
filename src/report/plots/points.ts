import type { PointPlot } from '../report.ts';
import {
  baseOption,
  clipped,
  numberWithRaw,
  valueAxis,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';

/** Points with names. */
export function drawPoints(plot: PointPlot, { theme, width }: DrawingContext): Drawing {
  const { points, isLabelled, hasDiagonal } = plot;
  const all = points.flatMap(({ x, y }) => [x, y]);
  const low = all.reduce((a, b) => Math.min(a, b), Infinity);
  const high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  const base = baseOption(theme);
  return {
    height: 340,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value }: { value: readonly [number, number, string] }) =>
          `${value[2]}\n${plot.xName}: ${numberWithRaw(value[0])}\n${plot.yName}: ${numberWithRaw(value[1])}`,
      },
      grid: { left: 76, right: Math.min(110, width * 0.15), top: 16, bottom: 50 },
      xAxis: { ...valueAxis(theme, plot.xName), nameGap: 30 },
      yAxis: { ...valueAxis(theme, plot.yName), nameGap: 54 },
      series: [
        {
          type: 'scatter',
          data: points.map(({ x, y, label }) => [x, y, label]),
          symbolSize: isLabelled ? 9 : points.length > 1500 ? 3 : 6,
          itemStyle: { color: theme.accent, opacity: isLabelled ? 1 : 0.7 },
          label: {
            show: isLabelled,
            position: 'right',
            color: theme.text,
            formatter: ({ value }: { value: readonly [number, number, string] }) =>
              clipped(value[2], 20),
          },
          labelLayout: { hideOverlap: true },
          ...(hasDiagonal === true && high > low
            ? {
                markLine: {
                  symbol: 'none',
                  silent: true,
                  lineStyle: { color: theme.muted, type: 'dashed' },
                  label: { show: false },
                  data: [[{ coord: [low, low] }, { coord: [high, high] }]],
                },
              }
            : {}),
        },
      ],
    },
  };
}
