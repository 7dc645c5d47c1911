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

/** Room for the numbers of the axis, px. */
const left = 76;
/** A wide letter, and between a point and the end of its name, px. */
const [widestLetter, besideName] = [7.5, 14];

/** Points with names; those of runs that aren't chosen are grey. */
export function drawPoints(plot: PointPlot, context: DrawingContext): Drawing {
  const { theme, width } = context;
  const isChosen = isChosenOf(context);
  const { points, isLabelled, hasDiagonal, lines = [] } = plot;
  const all = points.flatMap(({ x, y }) => [x, y]);
  const low = all.reduce((a, b) => Math.min(a, b), Infinity);
  const high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  // A diagonal ends where both axes do.
  const ends = lines.flatMap(({ from, to }) => [from, to]);
  const [xs, ys] = [0, 1].map((axis) => ends.map((end) => end[axis] ?? NaN));
  const xScale = axisScale(
    hasDiagonal === true ? all : [...points.map(({ x }) => x), ...(xs ?? [])],
  );
  const yScale = axisScale(
    hasDiagonal === true ? all : [...points.map(({ y }) => y), ...(ys ?? [])],
  );
  const right = Math.min(110, width * 0.15);
  // A name stands where its half of the figure has room for it: towards the middle.
  const isRight = (x: number): boolean =>
    xScale.place(x) - xScale.first > (xScale.last - xScale.first) / 2;
  const halfWidth = (width - left - right) / 2;
  const mostLetters = Math.floor((halfWidth + Math.min(left, right) - besideName) / widestLetter);
  // Those that stand on hover only need no telling apart.
  const named = points.filter((point) => isLabelled && point.isUnnamed !== true);
  const texts = clippedNames(
    named.map(({ label }) => label),
    Math.max(8, Math.min(30, mostLetters)),
  );
  const labels = new Map(named.map((point, place) => [point, texts[place] ?? point.label]));
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
      grid: { left, right, top: 16, bottom: 50 },
      xAxis: { ...valueAxis(theme, plot.xName, xScale, width - 120), nameGap: 30 },
      yAxis: { ...valueAxis(theme, plot.yName, yScale, 300), nameGap: 54 },
      series: [
        {
          type: 'scatter',
          data: points.map(({ x, y, label, run, isUnnamed }) => ({
            value: [xScale.place(x), yScale.place(y), label, x, y],
            ...(isLabelled && {
              label: { show: isUnnamed !== true, position: isRight(x) ? 'left' : 'right' },
            }),
            ...(run === undefined || isChosen(run) ? {} : { itemStyle: { color: theme.faint } }),
          })),
          symbolSize: isLabelled ? 9 : points.length > 1500 ? 3 : 6,
          itemStyle: { color: theme.accent, opacity: isLabelled ? 1 : 0.7 },
          label: {
            show: isLabelled,
            color: theme.text,
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const point = points[dataIndex];
              return (point && labels.get(point)) ?? '';
            },
          },
          labelLayout: { hideOverlap: true },
          markLine: {
            symbol: 'none',
            silent: true,
            lineStyle: { color: theme.muted, type: 'dashed' },
            label: { position: 'insideStartTop', color: theme.text },
            data: [
              ...(hasDiagonal === true && high > low
                ? [{ name: '', from: [low, low] as const, to: [high, high] as const }]
                : []),
              ...lines,
            ].map(({ name, from, to }) =>
              [from, to].map(([x, y]) => ({
                coord: [xScale.place(x), yScale.place(y)],
                label: { show: name !== '', formatter: name },
              })),
            ),
          },
        },
      ],
    },
  };
}
