import { formatNumber, formatNumbers } from '../format-number.ts';
import type { HeatmapPlot } from '../report.ts';
import { axisName } from './axis-name.ts';
import { axisScale } from './axis-scale.ts';
import { clipped } from './clipped-names.ts';
import {
  baseOption,
  fontFamily,
  letterWidth,
  numberWithRaw,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';
import type { PlotTheme } from './theme.ts';

/** Place in x and in y, where the value lies in the colours, and the value. */
type PlacedCell = readonly [number, number, number, number];

interface CellApi {
  readonly value: (dim: number) => number;
  readonly coord: (point: readonly number[]) => readonly [number, number];
  readonly size: (extent: readonly number[]) => readonly number[];
  readonly visual: (key: string) => string;
}

/** Cells of colour, with a scale that says which colour is which number. */
export function drawHeatmap(plot: HeatmapPlot, { theme, width }: DrawingContext): Drawing {
  const { xs, ys, cells, isSigned, low, high } = plot;
  // Of any size: the plot library loses differences below 1e-20.
  const { place } = axisScale([low, high]);
  const [from, to] = [place(low), place(high)];
  const levelOf = (value: number): number =>
    isSigned ? value : to > from ? (place(value) - from) / (to - from) : 0.5;
  const [lowText = '', highText = ''] = formatNumbers([low, high]);
  const letters = isSigned ? 18 : Math.min(18, Math.max(...ys.map((name) => name.length)));
  const left = isSigned ? 130 : 40 + letters * letterWidth;
  const side = Math.min(46, Math.max(12, (width - left - 60) / Math.max(1, xs.length)));
  const bodyHeight = isSigned ? Math.max(80, ys.length * Math.min(side, 34)) : 320;
  const hasNumbers = isSigned && side >= 34;
  const xTexts = xs.map((name) => axisName(name, xs, 16 * letterWidth));
  const yTexts = ys.map((name) => axisName(name, ys, letters * letterWidth));
  const base = baseOption(theme);
  return {
    height: bodyHeight + (isSigned ? 130 : 146),
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value: [x, y, , value] }: { value: PlacedCell }) =>
          `${xs[x] ?? ''}\n${ys[y] ?? ''}\n${plot.valueName}: ${numberWithRaw(value)}`,
      },
      grid: { left, right: 24, top: 12, height: bodyHeight },
      // Over its colours, where a long name has the whole width.
      ...(isSigned
        ? {}
        : {
            title: {
              text: clipped(plot.valueName, Math.floor((width - 20) / letterWidth)),
              ...{ left: 'center', bottom: 24 },
              textStyle: { fontSize: 12, fontWeight: 'normal', color: theme.muted },
            },
          }),
      xAxis: {
        ...cellAxis(theme, xs, axisName(plot.xName, [plot.yName], width - left)),
        nameGap: 30,
        axisLabel: {
          color: theme.text,
          hideOverlap: true,
          rotate: isSigned ? 40 : 0,
          interval: isSigned ? 0 : 3,
          formatter: (_: string, index: number) => xTexts[index] ?? '',
        },
      },
      yAxis: {
        ...cellAxis(theme, ys, axisName(plot.yName, [plot.xName], bodyHeight)),
        nameGap: left - 22,
        axisLabel: {
          color: theme.text,
          interval: isSigned ? 0 : 3,
          formatter: (_: string, index: number) => yTexts[index] ?? '',
        },
      },
      visualMap: {
        type: 'continuous',
        dimension: 2,
        min: isSigned ? low : 0,
        max: isSigned ? high : 1,
        formatter: (level: number) =>
          isSigned ? level.toFixed(1) : formatNumber(low * (1 - level) + high * level),
        calculable: false,
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
        itemHeight: 180,
        itemWidth: 10,
        text: isSigned ? ['1', '-1'] : [highText, lowText],
        textStyle: { color: theme.muted },
        inRange: { color: [...(isSigned ? theme.signed : theme.ramp)] },
      },
      series: [
        {
          // The plot library's own heat maps are painted bit by bit: on paper they are blank.
          type: 'custom',
          encode: { x: 0, y: 1 },
          data: cells.map(([x, y, value]) => [x, y, levelOf(value), value]),
          renderItem: (_: unknown, api: CellApi) => {
            const [x, y] = api.coord([api.value(0), api.value(1)]);
            // Half a pixel more, so that no gaps are seen.
            const [wide, high] = api.size([1, 1]).map((side) => side + 0.5) as [number, number];
            const value = api.value(3);
            return {
              type: 'rect',
              shape: { x: x - wide / 2, y: y - high / 2, width: wide, height: high },
              style: {
                fill: api.visual('color'),
                ...(isSigned ? { stroke: theme.surface, lineWidth: 1 } : {}),
              },
              ...(hasNumbers
                ? {
                    textContent: {
                      style: {
                        text: value.toFixed(2).replace('-0.00', '0.00'),
                        fontSize: 11,
                        fontFamily,
                        fill: Math.abs(value) > 0.65 ? theme.surface : theme.text,
                      },
                    },
                    textConfig: { position: 'inside' },
                  }
                : {}),
            };
          },
        },
      ],
    },
  };
}

function cellAxis(theme: PlotTheme, names: readonly string[], name: string): object {
  return {
    type: 'category',
    data: [...names],
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.muted },
    axisLine: { lineStyle: { color: theme.faint } },
    axisTick: { show: false },
  };
}
