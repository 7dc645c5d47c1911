import type { PageColumn, ScatterPlot } from '../report.ts';
import { belowTurned, nameAxis, namesFit, valueAxis } from './axes.ts';
import { axisScale } from './axis-scale.ts';
import { columnAxis, type ColumnAxis } from './column-axis.ts';
import { clipped } from './clipped-names.ts';
import { placedLegend } from './legend.ts';
import {
  baseOption,
  boxes,
  letterWidth,
  numberWithRaw,
  type Drawing,
  type DrawingContext,
} from './drawing.ts';

type Group = 'others' | 'open' | 'own' | 'failed' | 'best';

/** Series of each panel: one a group. */
const groupsOfPanel = 5;

type Point = readonly [number | string, number | string, number];

/** Scatter plots of the runs: chosen ones in the accent colour, others grey, open ones that don't compete, failed ones as crosses where both axes are inputs. */
export function drawScatters(plot: ScatterPlot, context: DrawingContext): Drawing {
  const { theme, runs, width } = context;
  const columns = new Map(runs.columns.map((column) => [column.name, column]));
  const axes = new Map(runs.columns.map((column) => [column.name, columnAxis(column)]));
  const hasNames = plot.panels.some(({ y }) => axes.get(y)?.names !== undefined);
  const titles = plot.panels.flatMap(({ x, y }) =>
    [x, y].map((name) => columns.get(name)?.title ?? name),
  );
  const { marked } = plot;
  const open = marked?.open;
  const names =
    marked === undefined ? [] : [marked.name, marked.others, ...(open ? [open.name] : [])];
  const { height: legendHeight, legend } = placedLegend(theme, names, width);
  const size = {
    height: plot.across > 1 ? 170 : 340,
    gapX: hasNames ? 120 : 64,
    gapY: 66,
    top: 34 + legendHeight,
  };
  const flat = boxes(plot.panels.length, plot.across, width, size);
  const gapOf = ({ x }: { readonly x: string }, length: number): number =>
    namesFit(axes.get(x)?.names ?? [], length) === 'turned' ? belowTurned.nameGap : 26;
  const areTurned = plot.panels.some((panel, at) => gapOf(panel, flat.places[at]?.width ?? 0) > 26);
  const { height, places } = areTurned
    ? boxes(plot.panels.length, plot.across, width, { ...size, gapY: size.gapY + belowTurned.more })
    : flat;
  const kinds = { best: new Set(marked?.runs), open: new Set(open?.runs) };
  const groups = plot.panels.map(({ x, y }) =>
    groupPoints(
      { column: columns.get(x), axis: axes.get(x) },
      { column: columns.get(y), axis: axes.get(y) },
      context,
      kinds,
    ),
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
          tellPoint(value[2], plot, Math.floor(seriesIndex / groupsOfPanel), context),
      },
      legend: [...legend],
      grid: [...places],
      title: plot.panels.map(({ note }, index) => ({
        text: clipped(note ?? '', Math.floor(((places[index]?.width ?? 0) + 60) / letterWidth)),
        left: places[index]?.left ?? 0,
        top: (places[index]?.top ?? 0) - 24,
        textStyle: { fontSize: 12, fontWeight: 'normal', color: theme.muted },
      })),
      xAxis: plot.panels.map((panel, gridIndex) => {
        const length = places[gridIndex]?.width ?? width;
        const { title = '' } = columns.get(panel.x) ?? {};
        const { names, scale } = axes.get(panel.x) ?? { scale: axisScale([]) };
        return {
          ...(names === undefined
            ? valueAxis(theme, title, scale, length + 20, titles)
            : nameAxis(theme, names, { name: title, length, beside: titles })),
          gridIndex,
          nameGap: gapOf(panel, length),
        };
      }),
      yAxis: plot.panels.map(({ y }, gridIndex) => {
        const { title = '' } = columns.get(y) ?? {};
        const { names, scale } = axes.get(y) ?? { scale: axisScale([]) };
        return {
          ...(names === undefined
            ? valueAxis(theme, title, scale, size.height + 50, titles)
            : nameAxis(theme, names, {
                ...{ name: title, length: size.height, letters: 13, beside: titles },
              })),
          gridIndex,
          nameGap: size.gapX - 18,
        };
      }),
      series: groups.flatMap(({ others, open: broken, own, failed, best }, index) => [
        series(index, others, { symbolSize: 4, itemStyle: { color: theme.faint } }),
        series(index, broken, {
          name: open?.name,
          symbolSize: 6,
          itemStyle: { color: 'transparent', borderColor: theme.muted, borderWidth: 1 },
        }),
        series(index, own, {
          name: marked?.others,
          symbolSize: own.length > 1500 ? 3 : 6,
          itemStyle: { color: theme.accent, opacity: own.length > 1500 ? 0.5 : 0.75 },
        }),
        series(index, failed, {
          symbol: 'path://M0 1 L1 0 L5 4 L9 0 L10 1 L6 5 L10 9 L9 10 L5 6 L1 10 L0 9 L4 5 Z',
          symbolSize: 8,
          itemStyle: { color: theme.bad },
        }),
        series(index, best, {
          name: marked?.name,
          symbol: 'diamond',
          symbolSize: 11,
          itemStyle: { color: theme.series[2], borderColor: theme.surface, borderWidth: 1 },
        }),
      ]),
      brush: {
        outOfBrush: { color: theme.faint },
        xAxisIndex: 'all',
        brushLink: 'none',
        throttleType: 'debounce',
        throttleDelay: 120,
      },
    },
  };

  function series(index: number, data: readonly Point[], style: object): object {
    return { ...common, xAxisIndex: index, yAxisIndex: index, data: [...data], ...style };
  }
}

interface PointSource {
  readonly column: PageColumn | undefined;
  readonly axis: ColumnAxis | undefined;
}

function groupPoints(
  x: PointSource,
  y: PointSource,
  { runs, chosen }: DrawingContext,
  kinds: Readonly<Record<'best' | 'open', ReadonlySet<number>>>,
): Readonly<Record<Group, readonly Point[]>> {
  const groups: Record<Group, Point[]> = { others: [], open: [], own: [], failed: [], best: [] };
  const areInputs = [x, y].every(
    ({ column }) => column?.role === 'input' || column?.role === 'case',
  );
  runs.runs.forEach((run, place) => {
    const [a, b] = [x, y].map(({ column, axis }) => {
      const value = column?.values[place] ?? null;
      return value === null ? undefined : axis?.place(value);
    });
    if (a === undefined || b === undefined) return;
    const state = runs.states[place];
    if (state !== 'Done' && !areInputs) return;
    const isChosen = chosen === undefined || chosen.has(place);
    const group = !isChosen
      ? 'others'
      : state === 'Failed'
        ? 'failed'
        : state !== 'Done'
          ? 'others'
          : kinds.best.has(run)
            ? 'best'
            : kinds.open.has(run)
              ? 'open'
              : 'own';
    groups[group].push([a, b, place]);
  });
  return groups;
}

/** The run, its state, and its own numbers: a point has only its places. */
function tellPoint(
  place: number,
  plot: ScatterPlot,
  panel: number,
  { runs }: DrawingContext,
): string {
  const { x, y } = plot.panels[panel] ?? { x: '', y: '' };
  const lines = [x, y].flatMap((name) => {
    const { title, values } = runs.columns.find((column) => column.name === name) ?? {};
    const value = values?.[place] ?? '';
    return `${title ?? ''}: ${typeof value === 'number' ? numberWithRaw(value) : value}`;
  });
  const run = runs.runs[place] ?? 0;
  const state = runs.states[place] === 'Done' ? '' : `, ${runs.states[place] ?? ''}`;
  const open = plot.marked?.open;
  const kind = open?.runs.includes(run) === true ? `, ${open.name}` : '';
  return [`Run ${run}${state}${kind}`, ...lines].join('\n');
}
