import { formatNumber } from '../format-number.ts';
import type { HeatmapPlot } from '../report.ts';
import {
  baseOption,
  clipped,
  nameAxis,
  numberWithRaw,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';

/** Cells of colour, with a scale that says which colour is which number. */
export function drawHeatmap(plot: HeatmapPlot, { theme, width }: DrawingContext): Drawing {
  const { xs, ys, cells, isSigned } = plot;
  const side = Math.min(46, Math.max(12, (width - 190) / Math.max(1, xs.length)));
  const bodyHeight = isSigned ? Math.max(80, ys.length * Math.min(side, 34)) : 320;
  const hasNumbers = isSigned && side >= 34;
  const base = baseOption(theme);
  return {
    height: bodyHeight + 130,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value }: { value: readonly [number, number, number] }) =>
          `${xs[value[0]] ?? ''}\n${ys[value[1]] ?? ''}\n${plot.valueName}: ${numberWithRaw(value[2])}`,
      },
      grid: { left: isSigned ? 130 : 80, right: 24, top: 12, height: bodyHeight },
      xAxis: {
        ...nameAxis(theme, xs, plot.xName),
        nameGap: 30,
        axisLabel: {
          color: theme.text,
          hideOverlap: true,
          rotate: isSigned && side < 60 ? 40 : 0,
          interval: isSigned ? 0 : 3,
          formatter: (name: string) => clipped(name, 16),
        },
      },
      yAxis: {
        ...nameAxis(theme, ys, plot.yName),
        nameGap: 58,
        axisLabel: {
          color: theme.text,
          ...(isSigned ? {} : { interval: 3 }),
          formatter: (name: string) => clipped(name, 18),
        },
      },
      visualMap: {
        type: 'continuous',
        min: plot.low,
        max: plot.high > plot.low ? plot.high : plot.low + 1,
        calculable: false,
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
        itemHeight: 180,
        itemWidth: 10,
        precision: isSigned ? 1 : 4,
        text: isSigned
          ? ['1', '-1']
          : [`${formatNumber(plot.high)}   ${clipped(plot.valueName, 40)}`, formatNumber(plot.low)],
        textStyle: { color: theme.muted },
        inRange: { color: [...(isSigned ? theme.signed : theme.ramp)] },
      },
      series: [
        {
          type: 'heatmap',
          data: cells.map((cell) => ({
            value: [...cell],
            label: { color: isSigned && Math.abs(cell[2]) > 0.65 ? theme.surface : theme.text },
          })),
          progressive: 0,
          label: {
            show: hasNumbers,
            fontSize: 11,
            formatter: ({ value }: { value: readonly [number, number, number] }) =>
              value[2].toFixed(2).replace('-0.00', '0.00'),
          },
          itemStyle: { borderColor: theme.surface, borderWidth: isSigned ? 1 : 0 },
        },
      ],
    },
  };
}
