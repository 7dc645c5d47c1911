import type { BarPlot } from '../report.ts';
import {
  baseOption,
  nameAxis,
  numberWithRaw,
  valueAxis,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';
import { intervalSeries } from './interval-series.ts';

/** Horizontal bars, the first at the top, with intervals as whiskers and lines across. */
export function drawBars(plot: BarPlot, { theme, width }: DrawingContext): Drawing {
  const { categories, series, lines = [] } = plot;
  const count = series.length;
  const longest = Math.max(...categories.map((name) => name.length), 4);
  const left = Math.min(width * 0.36, 26 + Math.min(28, longest) * 6.6);
  const base = baseOption(theme);
  return {
    height: 78 + categories.length * (12 + 14 * count) + (count > 1 ? 24 : 0),
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (parts: readonly { readonly dataIndex: number }[]) =>
          tellCategory(plot, parts[0]?.dataIndex ?? 0),
      },
      ...(count > 1
        ? {
            legend: {
              top: 0,
              left: 0,
              data: series.map(({ name }) => name),
              textStyle: { color: theme.text },
            },
          }
        : {}),
      grid: { left, right: 60, top: count > 1 ? 34 : 22, bottom: 46 },
      xAxis: {
        ...valueAxis(theme, plot.valueName),
        scale: false,
        nameGap: 28,
      },
      yAxis: { ...nameAxis(theme, categories), inverse: true },
      series: series.flatMap(({ name, values, intervals }, index) => [
        {
          type: 'bar',
          name,
          data: [...values],
          barMaxWidth: 14,
          itemStyle: { color: theme.series[index % theme.series.length] },
          ...(index > 0 || lines.length === 0
            ? {}
            : {
                markLine: {
                  symbol: 'none',
                  silent: true,
                  lineStyle: { color: theme.bad, type: 'dashed' },
                  label: { formatter: '{b}', color: theme.bad, position: 'start' },
                  data: lines.map(({ name: text, value }) => ({ name: text, xAxis: value })),
                },
              }),
        },
        ...(intervals === undefined
          ? []
          : [
              intervalSeries(
                intervals.flatMap((ends, place) => (ends ? [[place, ends] as const] : [])),
                { color: theme.text, isHorizontal: true, offset: (index - (count - 1) / 2) * 14 },
              ),
            ]),
      ]),
    },
  };
}

function tellCategory({ categories, series }: BarPlot, place: number): string {
  return [
    categories[place] ?? '',
    ...series.flatMap(({ name, values, intervals }) => {
      const value = values[place];
      if (value === null || value === undefined) return [];
      const ends = intervals?.[place];
      const range = ends ? `, ${numberWithRaw(ends[0])} to ${numberWithRaw(ends[1])}` : '';
      return [`${name}: ${numberWithRaw(value)}${range}`];
    }),
  ].join('\n');
}
