import type { AxisScale } from './axis-scale.ts';
import { axisName } from './axis-name.ts';
import { clippedNames } from './clipped-names.ts';
import { letterWidth, shortNumber } from './drawing.ts';
import type { PlotTheme } from './theme.ts';

type Axis = Readonly<Record<string, unknown>>;

/**
 * A value axis with its name, which takes at most `room` px; what is drawn over it are places of its scale.
 * @param beside names of further axes of the figure: a name that is cut differs from theirs
 */
export function valueAxis(
  theme: PlotTheme,
  name: string,
  scale: AxisScale,
  room = 400,
  beside: readonly string[] = [],
): Axis {
  return {
    ...namedAxis(theme, name, { room, offset: scale.offset, beside }),
    type: 'value',
    min: scale.first,
    max: scale.last,
    interval: 1,
    axisLine: { show: true, lineStyle: { color: theme.faint } },
    splitLine: { lineStyle: { color: theme.grid } },
    axisLabel: { color: theme.muted, hideOverlap: true, formatter: scale.textAt },
  };
}

/** An axis of counts by their size: 1, 10, 100. */
export function logAxis(theme: PlotTheme, name: string, room = 400): Axis {
  return {
    ...namedAxis(theme, name, { room }),
    type: 'log',
    scale: true,
    axisLine: { show: true, lineStyle: { color: theme.faint } },
    splitLine: { lineStyle: { color: theme.grid } },
    axisLabel: { color: theme.muted, hideOverlap: true, formatter: shortNumber },
  };
}

/** Letters of a name that is turned, so that it takes less room. */
const turnedLetters = 12;
/** Below an axis of turned names: where the axis's own name stands, and how much more room that takes than flat names, px. */
export const belowTurned = { nameGap: 60, more: 34 } as const;
/** A wide letter, and what is free between two names, px: names that touch read as one. */
const [widestLetter, nameGap] = [7.2, 8];
/** Height of a line of letters, px. */
const lineHeight = 13;
/** Between names that stand one below the other, where not all have room, px. */
const betweenLines = 5;

/** How names fit a horizontal axis of so many px: each whole, each cut, or turned. */
export function namesFit(names: readonly string[], width: number): 'flat' | 'turned' {
  const letters = flatLetters(names, width);
  return letters >= turnedLetters || names.every((name) => name.length <= letters)
    ? 'flat'
    : 'turned';
}

/** Letters that each of the names has room for beside the others. */
function flatLetters(names: readonly string[], width: number): number {
  return Math.floor((width / Math.max(1, names.length) - nameGap) / widestLetter);
}

/** An axis of names, every one of them written as long as a line of letters has room for each. @param length of the axis, px */
export function nameAxis(
  theme: PlotTheme,
  names: readonly string[],
  {
    name = '',
    length,
    letters,
    beside = [],
  }: {
    readonly name?: string;
    /** Names of further axes of the figure: a name that is cut differs from theirs. */
    readonly beside?: readonly string[];
    readonly length: number;
    /** Most letters of a name; absent: the axis is horizontal, and a name has its part of it. */
    readonly letters?: number;
  },
): Axis {
  const each = length / Math.max(1, names.length);
  const isTurned = letters === undefined && namesFit(names, length) === 'turned';
  const most = letters ?? (isTurned ? turnedLetters : flatLetters(names, length));
  const texts = clippedNames(names, most);
  return {
    ...namedAxis(theme, name, { room: length + (letters === undefined ? 20 : 40), beside }),
    type: 'category',
    data: [...names],
    axisLine: { lineStyle: { color: theme.faint } },
    axisLabel: {
      color: theme.text,
      rotate: isTurned ? 40 : 0,
      ...(each >= lineHeight
        ? { interval: 0 }
        : letters === undefined
          ? { hideOverlap: true }
          : { interval: Math.ceil((lineHeight + betweenLines) / each) - 1 }),
      formatter: (_: string, index: number) => texts[index] ?? '',
    },
  };
}

function namedAxis(
  theme: PlotTheme,
  name: string,
  {
    room,
    offset = '',
    beside = [],
  }: { readonly room: number; readonly offset?: string; readonly beside?: readonly string[] },
): Axis {
  return {
    name: `${axisName(name, beside, room - offset.length * letterWidth)}${offset}`,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.muted },
    axisTick: { show: false },
  };
}
