import type { BarPlot } from '../report.ts';
import { nameAxis, valueAxis } from './axes.ts';
import { axisScale } from './axis-scale.ts';
import {
  baseOption,
  letterWidth,
  numberWithRaw,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';
import { intervalSeries } from './interval-series.ts';
import { placedLegend } from './legend.ts';

/** Horizontal bars, the first at the top, with intervals as whiskers and lines across. */
export function drawBars(plot: BarPlot, { theme, width }: DrawingContext): Drawing {
  const { categories, series, lines = [] } = plot;
  const count = series.length;
  const longest = Math.max(...categories.map((name) => name.length), 4);
  const letters = Math.min(
    longest,
    Math.max(10, Math.floor((width * 0.36 - 26) / letterWidth)),
    40,
  );
  const left = 26 + letters * letterWidth;
  const barsHeight = categories.length * (12 + 14 * count);
  const scale = axisScale([
    0,
    ...series.flatMap(({ values, intervals = [] }) => [...values, ...intervals.flat()]),
    ...lines.map(({ value }) => value),
  ]);
  const placed = (value: number | null): number | null =>
    value === null ? null : scale.place(value);
  const base = baseOption(theme);
  const names = count > 1 ? series.map(({ name }) => name) : [];
  const { height: legendHeight, legend } = placedLegend(theme, names, width);
  return {
    height: 78 + barsHeight + legendHeight,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (parts: readonly { readonly dataIndex: number }[]) =>
          tellCategory(plot, parts[0]?.dataIndex ?? 0),
      },
      legend: [...legend],
      grid: { left, right: 60, top: (count > 1 ? 10 : 22) + legendHeight, bottom: 46 },
      xAxis: { ...valueAxis(theme, plot.valueName, scale, width - left - 20), nameGap: 28 },
      yAxis: { ...nameAxis(theme, categories, { length: barsHeight, letters }), inverse: true },
      series: series.flatMap(({ name, values, intervals }, index) => [
        {
          type: 'bar',
          name,
          data: values.map(placed),
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
                  data: lines.map(({ name: text, value }) => ({
                    name: text,
                    xAxis: placed(value),
                  })),
                },
              }),
        },
        ...(intervals === undefined
          ? []
          : [
              intervalSeries(
                intervals.flatMap((ends, place) =>
                  ends ? [[place, [scale.place(ends[0]), scale.place(ends[1])]] as const] : [],
                ),
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
