import type { LinePlot } from '../report.ts';
import { belowTurned, logAxis, nameAxis, namesFit, valueAxis } from './axes.ts';
import { axisScale, type AxisScale } from './axis-scale.ts';
import { axisName } from './axis-name.ts';
import { baseOption, boxes, numberWithRaw, type Drawing, type DrawingContext } from './drawing.ts';
import { intervalSeries } from './interval-series.ts';
import { placedLegend } from './legend.ts';

/** What plain letters take of the width of bold ones. */
const boldShare = 0.88;

/** Small plots of lines; the panels of one response share their scale, so that effects can be compared by eye. */
export function drawLines(plot: LinePlot, { theme, width }: DrawingContext): Drawing {
  const { panels, across } = plot;
  const hasLegend = panels.some(({ series }) => series.length > 1);
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const { height: legendHeight, legend } = placedLegend(theme, hasLegend ? names : [], width);
  const size = { height: across > 1 ? 160 : 260, gapX: 66, gapY: 76, top: 36 + legendHeight };
  const flat = boxes(panels.length, across, width, size);
  const areTurned = panels.some(
    ({ categories }, index) =>
      categories !== undefined && namesFit(categories, flat.places[index]?.width ?? 0) === 'turned',
  );
  const { height, places } = areTurned
    ? boxes(panels.length, across, width, { ...size, gapY: size.gapY + belowTurned.more })
    : flat;
  const xNames = panels.map(({ xName }) => xName);
  const yNames = panels.map(({ yName }) => yName);
  const yScales = scalesByName(plot);
  const xScales = panels.map(({ series }) =>
    axisScale(series.flatMap(({ points }) => points.map(([x]) => x))),
  );
  const hasPlaces = panels.map(({ categories }) => categories === undefined && !plot.isLogX);
  const placeX = (panel: number, x: number): number =>
    hasPlaces[panel] ? (xScales[panel]?.place(x) ?? x) : x;
  const placeY = (panel: number, y: number): number =>
    yScales.get(panels[panel]?.yName ?? '')?.place(y) ?? y;
  const base = baseOption(theme);
  return {
    height,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ seriesName, value, name }: LinePart) =>
          `${seriesName}\n${name === '' ? numberWithRaw(value[2]) : name}: ${numberWithRaw(value[3])}`,
      },
      legend: [...legend],
      grid: [...places],
      title: panels.map(({ title }, index) => ({
        text: axisName(
          title,
          panels.map((one) => one.title),
          (places[index]?.width ?? 0) * boldShare,
        ),
        left: places[index]?.left ?? 0,
        top: (places[index]?.top ?? 0) - 26,
        textStyle: {
          ...{ fontSize: 12, fontWeight: 600, color: theme.text },
          // Where no short name tells them apart, the end is cut: past the edge nobody reads it.
          ...{ width: (places[index]?.width ?? 0) + 12, overflow: 'truncate' },
        },
      })),
      xAxis: panels.map(({ xName, categories }, gridIndex) => {
        const length = places[gridIndex]?.width ?? width;
        const scale = xScales[gridIndex] ?? axisScale([]);
        const isTurned = categories !== undefined && namesFit(categories, length) === 'turned';
        return {
          ...(categories !== undefined
            ? nameAxis(theme, categories, { name: xName, length, beside: xNames })
            : plot.isLogX
              ? logAxis(theme, xName, length + 20)
              : valueAxis(theme, xName, scale, length + 20, xNames)),
          gridIndex,
          nameGap: isTurned ? belowTurned.nameGap : 26,
        };
      }),
      yAxis: panels.map(({ yName }, gridIndex) => ({
        ...valueAxis(theme, yName, yScales.get(yName) ?? axisScale([]), size.height + 60, yNames),
        gridIndex,
        nameGap: 46,
      })),
      series: panels.flatMap(({ series }, panel) =>
        series.flatMap(({ name, points, intervals }, line) => {
          // Lines of a panel differ in colour whatever the other panels have.
          const at = names.length > theme.series.length ? line : names.indexOf(name);
          const color = theme.series[at % theme.series.length] ?? theme.accent;
          return [
            {
              type: 'line',
              name,
              xAxisIndex: panel,
              yAxisIndex: panel,
              data: points.map(([x, y]) => [placeX(panel, x), placeY(panel, y), x, y]),
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
                      if (!ends || at === undefined) return [];
                      const placed = [placeY(panel, ends[0]), placeY(panel, ends[1])] as const;
                      return [[placeX(panel, at), placed] as const];
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

interface LinePart {
  readonly seriesName: string;
  readonly name: string;
  /** Where it stands, and what it is. */
  readonly value: readonly [number, number, number, number];
}

function scalesByName({ panels }: LinePlot): ReadonlyMap<string, AxisScale> {
  const names = new Set(panels.map(({ yName }) => yName));
  const valuesOf = (name: string): readonly (number | null)[] =>
    panels
      .filter(({ yName }) => yName === name)
      .flatMap(({ series }) =>
        series.flatMap(({ points, intervals = [] }) => [
          ...points.map(([, y]) => y),
          ...intervals.flat(),
        ]),
      );
  return new Map([...names].map((name) => [name, axisScale(valuesOf(name))]));
}
