import type { PageColumn, ParallelPlot } from '../report.ts';
import { baseOption, clipped, shortNumber, type Drawing, type DrawingContext } from './drawing.ts';

/** One line a run over all columns, inputs first: drag along an axis to choose. Failed runs are dashed, and end where their values do. */
export function drawParallel(plot: ParallelPlot, context: DrawingContext): Drawing {
  const { theme, runs, chosen, width } = context;
  const columns = plot.columns.flatMap(
    (name) => runs.columns.find((column) => column.name === name) ?? [],
  );
  const last = columns.findLast(
    ({ role, isNumeric }) => isNumeric && (role === 'objective' || role === 'output'),
  );
  const shade = shades(last?.values ?? []);
  const most = Math.max(2, Math.floor(width / 34));
  const lines = runs.runs.flatMap((_, place) => {
    const values = columns.map(({ values: own }) => own[place] ?? null);
    const isFailed = runs.states[place] === 'Failed';
    if (!isFailed && runs.states[place] !== 'Done') return [];
    const isChosen = chosen === undefined || chosen.has(place);
    const level = shade(place);
    return [
      {
        name: String(place),
        value: values.map((value) => value ?? '-'),
        lineStyle: {
          color: !isChosen ? theme.faint : isFailed ? theme.bad : rampAt(theme.ramp, level),
          opacity: isChosen ? (runs.runs.length > 800 ? 0.25 : 0.55) : 0.12,
          width: 1,
          type: isFailed ? 'dashed' : 'solid',
        },
        isChosen,
      },
    ];
  });
  return {
    height: 360,
    option: {
      ...baseOption(theme),
      tooltip: { show: false },
      parallel: {
        left: 46,
        right: 60,
        top: 58,
        bottom: 26,
        ...(columns.length > most ? { axisExpandable: true, axisExpandCount: most } : {}),
        parallelAxisDefault: {
          nameTextStyle: { color: theme.text, fontSize: 12 },
          axisLine: { lineStyle: { color: theme.muted } },
          axisTick: { show: false },
          axisLabel: { color: theme.muted, formatter: shortNumber },
          areaSelectStyle: { color: theme.accent, borderColor: theme.accent, opacity: 0.25 },
        },
      },
      parallelAxis: columns.map((column, dim) => ({
        dim,
        ...axisType(column),
        name: clipped(column.title, Math.max(6, Math.floor(width / columns.length / 6.5))),
        nameRotate: width / columns.length < 60 ? 30 : 0,
      })),
      series: [
        {
          type: 'parallel',
          inactiveOpacity: 0.04,
          activeOpacity: 0.75,
          progressive: 0,
          smooth: 0,
          data: lines
            .sort((a, b) => Number(a.isChosen) - Number(b.isChosen))
            .map(({ name, value, lineStyle }) => ({ name, value, lineStyle })),
        },
      ],
    },
  };
}

function axisType({ isNumeric, values }: PageColumn): object {
  if (isNumeric) return { type: 'value', scale: true };
  const names = [...new Set(values.filter((value) => value !== null).map(String))].sort();
  return { type: 'category', data: names };
}

/** Where a run's value lies between the smallest and the largest: 0 .. 1. */
function shades(values: readonly (number | string | null)[]): (place: number) => number {
  const numbers = values.filter((value) => typeof value === 'number');
  const low = numbers.reduce((a, b) => Math.min(a, b), Infinity);
  const high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  return (place) => {
    const value = values[place];
    return typeof value !== 'number' || !(high > low) ? 0.3 : (value - low) / (high - low);
  };
}

function rampAt(ramp: readonly string[], level: number): string {
  return ramp[Math.min(ramp.length - 1, Math.floor(level * ramp.length))] ?? '';
}
