import type { LinePlot } from '../report.ts';
import {
  baseOption,
  boxes,
  clipped,
  nameAxis,
  numberWithRaw,
  valueAxis,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';
import { intervalSeries } from './interval-series.ts';

/** Small plots of lines; the panels of one response share their scale, so that effects can be compared by eye. */
export function drawLines(plot: LinePlot, { theme, width }: DrawingContext): Drawing {
  const { panels, across } = plot;
  const hasLegend = panels.some(({ series }) => series.length > 1);
  const size = { height: across > 1 ? 160 : 260, gapX: 66, gapY: 76, top: hasLegend ? 62 : 34 };
  const { height, places } = boxes(panels.length, across, width, size);
  const bounds = new Map<string, readonly [number, number]>();
  for (const { yName, series } of panels) {
    const values = series.flatMap(({ points, intervals = [] }) => [
      ...points.map(([, y]) => y),
      ...intervals.flatMap((ends) => ends ?? []),
    ]);
    const [low, high] = bounds.get(yName) ?? [Infinity, -Infinity];
    bounds.set(yName, [Math.min(low, ...values), Math.max(high, ...values)]);
  }
  const base = baseOption(theme);
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  return {
    height,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: (part: { seriesName: string; value: readonly [number, number]; name: string }) =>
          `${part.seriesName}\n${part.name === '' ? numberWithRaw(part.value[0]) : part.name}: ${numberWithRaw(part.value[1])}`,
      },
      ...(hasLegend
        ? { legend: { top: 0, left: 0, data: names, textStyle: { color: theme.text } } }
        : {}),
      grid: [...places],
      title: panels.map(({ title }, index) => ({
        text: clipped(title, 44),
        left: places[index]?.left ?? 0,
        top: (places[index]?.top ?? 0) - 26,
        textStyle: { fontSize: 12, fontWeight: 600, color: theme.text },
      })),
      xAxis: panels.map(({ xName, categories }, gridIndex) => ({
        ...(categories === undefined
          ? { ...valueAxis(theme, xName), ...(plot.isLogX ? { type: 'log' } : {}) }
          : nameAxis(theme, categories, xName)),
        gridIndex,
        nameGap: 26,
      })),
      yAxis: panels.map(({ yName }, gridIndex) => {
        const [low, high] = bounds.get(yName) ?? [0, 1];
        const pad = (high - low || Math.abs(high) || 1) * 0.06;
        return {
          ...valueAxis(theme, yName),
          gridIndex,
          nameGap: 46,
          min: low - pad,
          max: high + pad,
          axisLabel: {
            ...(valueAxis(theme, yName)['axisLabel'] as object),
            showMinLabel: false,
            showMaxLabel: false,
          },
        };
      }),
      series: panels.flatMap(({ series }, panel) =>
        series.flatMap(({ name, points, intervals }) => {
          const color = theme.series[names.indexOf(name) % theme.series.length] ?? theme.accent;
          return [
            {
              type: 'line',
              name,
              xAxisIndex: panel,
              yAxisIndex: panel,
              data: points.map((point) => [...point]),
              ...(plot.isStepped ? { step: 'end' } : {}),
              symbol: 'circle',
              symbolSize: points.length > 40 ? 0 : 6,
              lineStyle: { width: 1.8, color },
              itemStyle: { color },
            },
            ...(intervals === undefined
              ? []
              : [
                  intervalSeries(
                    intervals.flatMap((ends, place) => {
                      const at = points[place]?.[0];
                      return ends && at !== undefined ? [[at, ends] as const] : [];
                    }),
                    { color, isHorizontal: false, offset: 0, panel },
                  ),
                ]),
          ];
        }),
      ),
    },
  };
}
