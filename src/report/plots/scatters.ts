import type { PageColumn, ScatterPlot } from '../report.ts';
import {
  baseOption,
  boxes,
  nameAxis,
  numberWithRaw,
  valueAxis,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';

type Group = 'others' | 'own' | 'failed' | 'best';

type Point = readonly [number | string, number | string, number];

/** Scatter plots of the runs: chosen ones in the accent colour, others grey, failed ones as crosses where both axes are inputs. */
export function drawScatters(plot: ScatterPlot, context: DrawingContext): Drawing {
  const { theme, runs, width } = context;
  const columns = new Map(runs.columns.map((column) => [column.name, column]));
  const size = { height: plot.across > 1 ? 170 : 340, gapX: 64, gapY: 66, top: 34 };
  const { height, places } = boxes(plot.panels.length, plot.across, width, size);
  const marked = new Set(plot.marked?.runs ?? []);
  const groups = plot.panels.map(({ x, y }) =>
    groupPoints(columns.get(x), columns.get(y), context, marked),
  );
  const common = { type: 'scatter', progressive: 0, emphasis: { scale: false } };
  const base = baseOption(theme);
  return {
    height,
    option: {
      ...base,
      tooltip: {
        ...(base['tooltip'] as object),
        formatter: ({ value, seriesIndex }: { value: Point; seriesIndex: number }) =>
          tellPoint(value, plot, Math.floor(seriesIndex / 4), context),
      },
      grid: [...places],
      title: plot.panels.map(({ note }, index) => ({
        text: note ?? '',
        left: places[index]?.left ?? 0,
        top: (places[index]?.top ?? 0) - 24,
        textStyle: { fontSize: 12, fontWeight: 'normal', color: theme.muted },
      })),
      xAxis: plot.panels.map(({ x }, gridIndex) => ({
        ...axisOf(columns.get(x), context),
        gridIndex,
        nameGap: 26,
      })),
      yAxis: plot.panels.map(({ y }, gridIndex) => ({
        ...axisOf(columns.get(y), context),
        gridIndex,
        nameGap: 46,
      })),
      series: groups.flatMap(({ others, own, failed, best }, index) => [
        series(index, others, { symbolSize: 4, itemStyle: { color: theme.faint } }),
        series(index, own, {
          symbolSize: own.length > 1500 ? 3 : 6,
          itemStyle: { color: theme.accent, opacity: own.length > 1500 ? 0.5 : 0.75 },
        }),
        series(index, failed, {
          symbol: 'path://M0 1 L1 0 L5 4 L9 0 L10 1 L6 5 L10 9 L9 10 L5 6 L1 10 L0 9 L4 5 Z',
          symbolSize: 8,
          itemStyle: { color: theme.bad },
        }),
        series(index, best, {
          symbol: 'diamond',
          symbolSize: 11,
          itemStyle: { color: theme.series[2], borderColor: theme.surface, borderWidth: 1 },
        }),
      ]),
      brush: { xAxisIndex: 'all', brushLink: 'none', throttleType: 'debounce', throttleDelay: 120 },
    },
  };

  function series(index: number, data: readonly Point[], style: object): object {
    return { ...common, xAxisIndex: index, yAxisIndex: index, data: [...data], ...style };
  }
}

function axisOf(column: PageColumn | undefined, { theme }: DrawingContext): object {
  if (column === undefined || column.isNumeric) return valueAxis(theme, column?.title ?? '');
  const names = [...new Set(column.values.filter((value) => value !== null).map(String))].sort();
  return nameAxis(theme, names, column.title);
}

function groupPoints(
  x: PageColumn | undefined,
  y: PageColumn | undefined,
  { runs, chosen }: DrawingContext,
  marked: ReadonlySet<number>,
): Readonly<Record<Group, readonly Point[]>> {
  const groups: Record<Group, Point[]> = { others: [], own: [], failed: [], best: [] };
  const areInputs = [x, y].every((one) => one?.role === 'input' || one?.role === 'case');
  runs.runs.forEach((run, place) => {
    const [a, b] = [x?.values[place] ?? null, y?.values[place] ?? null];
    if (a === null || b === null) return;
    const state = runs.states[place];
    if (state !== 'Done' && !areInputs) return;
    const isChosen = chosen === undefined || chosen.has(place);
    const group = !isChosen
      ? 'others'
      : state === 'Failed'
        ? 'failed'
        : state !== 'Done'
          ? 'others'
          : marked.has(run)
            ? 'best'
            : 'own';
    groups[group].push([a, b, place]);
  });
  return groups;
}

function tellPoint(
  [x, y, place]: Point,
  plot: ScatterPlot,
  panel: number,
  { runs }: DrawingContext,
): string {
  const names = plot.panels[panel];
  const line = (name: string | undefined, value: number | string): string => {
    const title = runs.columns.find((column) => column.name === name)?.title ?? '';
    return `${title}: ${typeof value === 'number' ? numberWithRaw(value) : value}`;
  };
  const state = runs.states[place] === 'Done' ? '' : `, ${runs.states[place] ?? ''}`;
  return [`Run ${runs.runs[place] ?? ''}${state}`, line(names?.x, x), line(names?.y, y)].join('\n');
}
