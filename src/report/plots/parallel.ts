import { titleWithoutLabel } from '../axis-title.ts';
import type { ParallelPlot, ReportCell } from '../report.ts';
import { axisScale, type AxisScale } from './axis-scale.ts';
import { columnAxis, type ColumnAxis } from './column-axis.ts';
import { clipped, clippedNames } from './clipped-names.ts';
import { baseOption, letterWidth, type Drawing, type DrawingContext } from './drawing.ts';
import { textWidth, widestFitting } from './text-width.ts';

const margins = { left: 46, right: 60 } as const;

/** Width of a letter of a name at an end, px: it has no room beside it, so that a wide one is reckoned with. */
const widestLetter = 7.5;
/** Axes that stand closer, px, have turned names, and of numbers only the ends: more would stand over each other. */
const leastApart = 60;
/** Letters of a turned name. */
const turnedLetters = 10;
/** What stands at the place of a missing value. */
const missing = '–';

/** One line a run over all columns, inputs first: drag along an axis to choose. Failed runs are dashed, and end where their values do; a value that is missing before has a place of its own. */
export function drawParallel(plot: ParallelPlot, context: DrawingContext): Drawing {
  const { theme, runs, chosen, width } = context;
  const columns = plot.columns.flatMap(
    (name) => runs.columns.find((column) => column.name === name) ?? [],
  );
  const shade = shades(columns.find(({ name }) => name === plot.colour)?.values ?? []);
  const mostAxes = Math.max(2, Math.floor(width / 34));
  const each =
    (width - margins.left - margins.right) / Math.max(1, Math.min(columns.length, mostAxes) - 1);
  const isClose = each < leastApart;
  const axes = columns.map(columnAxis);
  const titles = columns.map(({ title }) => title);
  const shortTitles = columns.map(({ name, title }) => titleWithoutLabel(title, name));
  const lacking = new Set<number>();
  const lines = runs.runs.flatMap((_, place) => {
    const all = columns.map(({ values: own }) => own[place] ?? null);
    const isFailed = runs.states[place] === 'Failed';
    // Without a place for it, a line would go straight on through the axis, as if it had a value there.
    const values = isFailed ? all.slice(0, all.findLastIndex((value) => value !== null) + 1) : all;
    if (!isFailed && runs.states[place] !== 'Done') return [];
    const isChosen = chosen === undefined || chosen.has(place);
    const level = shade(place);
    return [
      {
        name: String(place),
        value: values.map((value, dim) => {
          if (value !== null) return axes[dim]?.place(value);
          lacking.add(dim);
          return placeOfMissing(axes[dim]);
        }),
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
    height: isClose ? 384 : 360,
    option: {
      ...baseOption(theme),
      tooltip: { show: false },
      parallel: {
        ...margins,
        top: isClose ? 82 : 58,
        bottom: 26,
        ...(columns.length > mostAxes ? { axisExpandable: true, axisExpandCount: mostAxes } : {}),
        parallelAxisDefault: {
          nameTextStyle: { color: theme.text, fontSize: 12 },
          axisLine: { lineStyle: { color: theme.muted } },
          axisTick: { show: false },
          // Readable where lines meet.
          axisLabel: { color: theme.text, backgroundColor: theme.surface, padding: [1, 3] },
          areaSelectStyle: { color: theme.accent, borderColor: theme.accent, opacity: 0.25 },
        },
      },
      parallelAxis: columns.map(({ title: whole }, dim) => {
        const { names, scale } = axes[dim] ?? { scale: axisScale([]) };
        const letters = Math.max(6, Math.floor(each / letterWidth) - 1);
        const room =
          dim === 0 ? margins.left : dim === columns.length - 1 ? margins.right : Infinity;
        const nameLetters = isClose
          ? turnedLetters
          : Math.min(letters, Math.floor((2 * room) / widestLetter));
        const offset = names === undefined ? scale.offset : '';
        const most = Math.max(4, nameLetters - offset.length);
        const all = whole.length <= most ? titles : shortTitles;
        return {
          dim,
          ...(names === undefined
            ? ticksOf(scale, lacking.has(dim), isClose)
            : levelsOf(lacking.has(dim) ? [missing, ...names] : names, letters)),
          name: `${widestFitting((count) => cutTo(clippedNames(all, count)[dim] ?? whole, count), {
            ...{ most, least: 4 },
            room: isClose ? Infinity : Math.min(each - 4, 2 * room) - textWidth(offset),
          })}${offset}`,
          // The plot library would cut a turned name to the gap between two axes.
          ...(isClose ? { nameRotate: 45, nameTruncate: { maxWidth: 110 } } : {}),
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

/** As long as it must be, where no shorter name tells it from the others, is too long for its place. */
function cutTo(name: string, letters: number): string {
  return [...name].length > letters ? clipped(name, letters) : name;
}

function ticksOf(
  { first, last, textAt }: AxisScale,
  hasMissing: boolean,
  onlyEnds: boolean,
): object {
  const min = hasMissing ? first - 1 : first;
  const formatter = (place: number): string => (place < first ? missing : textAt(place));
  const customValues = [...(hasMissing ? [min] : []), first, last];
  return {
    ...{ type: 'value', min, max: last, interval: 1 },
    axisLabel: { formatter, ...(onlyEnds ? { customValues } : {}) },
  };
}

/** Below the lowest value, or a level of its own. */
function placeOfMissing(axis: ColumnAxis | undefined): number | string {
  return axis?.names === undefined ? (axis?.scale.first ?? 0) - 1 : missing;
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
