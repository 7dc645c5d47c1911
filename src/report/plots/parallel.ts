import type { ParallelPlot, ReportCell } from '../report.ts';
import { axisScale, type AxisScale } from './axis-scale.ts';
import { columnAxis } from './column-axis.ts';
import { clippedNames } from './clipped-names.ts';
import { baseOption, letterWidth, type Drawing, type DrawingContext } from './drawing.ts';

const margins = { left: 46, right: 60 } as const;

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
  const each =
    (width - margins.left - margins.right) / Math.max(1, Math.min(columns.length, most) - 1);
  const axes = columns.map(columnAxis);
  const titles = columns.map(({ title }) => title);
  const lines = runs.runs.flatMap((_, place) => {
    const values = columns.map(({ values: own }) => own[place] ?? null);
    const isFailed = runs.states[place] === 'Failed';
    if (!isFailed && runs.states[place] !== 'Done') return [];
    const isChosen = chosen === undefined || chosen.has(place);
    const level = shade(place);
    return [
      {
        name: String(place),
        value: values.map((value, dim) => (value === null ? '-' : axes[dim]?.place(value))),
        lineStyle: {
          color: !isChosen ? theme.faint : isFailed ? theme.bad : rampAt(theme.ramp, level),
          opacity: isChosen ? (runs.runs.length > 800 ? 0.25 : 0.55) : theme.faintOpacity,
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
        ...margins,
        top: 58,
        bottom: 26,
        ...(columns.length > most ? { axisExpandable: true, axisExpandCount: most } : {}),
        parallelAxisDefault: {
          nameTextStyle: { color: theme.text, fontSize: 12 },
          axisLine: { lineStyle: { color: theme.muted } },
          axisTick: { show: false },
          axisLabel: { color: theme.muted },
          areaSelectStyle: { color: theme.accent, borderColor: theme.accent, opacity: 0.25 },
        },
      },
      parallelAxis: columns.map(({ title }, dim) => {
        const { names, scale } = axes[dim] ?? { scale: axisScale([]) };
        const letters = Math.max(6, Math.floor(each / letterWidth) - 1);
        const room = dim === 0 ? margins.left : dim === columns.length - 1 ? margins.right : each;
        const nameLetters = Math.min(letters, Math.floor((2 * room) / letterWidth));
        const offset = names === undefined ? scale.offset : '';
        return {
          dim,
          ...(names === undefined ? ticksOf(scale) : levelsOf(names, letters)),
          name: `${clippedNames(titles, Math.max(4, nameLetters - offset.length))[dim] ?? title}${offset}`,
          nameRotate: each < 60 ? 30 : 0,
        };
      }),
      series: [
        {
          type: 'parallel',
          inactiveOpacity: theme.faintOpacity / 3,
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

function ticksOf({ first, last, textAt }: AxisScale): object {
  return { type: 'value', min: first, max: last, interval: 1, axisLabel: { formatter: textAt } };
}

function levelsOf(names: readonly string[], letters: number): object {
  const texts = clippedNames(names, letters);
  const formatter = (_: string, index: number): string => texts[index] ?? '';
  return { type: 'category', data: names, axisLabel: { formatter } };
}

/** Where a run's value lies between the smallest and the largest: 0 .. 1. */
function shades(values: readonly ReportCell[]): (place: number) => number {
  const { place: placeOf } = axisScale(
    values.map((value) => (typeof value === 'number' ? value : null)),
  );
  const numbers = values.filter((value) => typeof value === 'number').map(placeOf);
  const low = numbers.reduce((a, b) => Math.min(a, b), Infinity);
  const high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  return (place) => {
    const value = values[place];
    return typeof value !== 'number' || !(high > low) ? 0.3 : (placeOf(value) - low) / (high - low);
  };
}

function rampAt(ramp: readonly string[], level: number): string {
  return ramp[Math.min(ramp.length - 1, Math.floor(level * ramp.length))] ?? '';
}
