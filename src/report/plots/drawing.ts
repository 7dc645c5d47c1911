import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../format-number.ts';
import type { PageRuns } from '../report.ts';
import type { PlotTheme } from './theme.ts';

/** What plots are drawn of besides their own numbers. */
export interface DrawingContext {
  readonly theme: PlotTheme;
  readonly runs: PageRuns;
  /** Places in {@link PageRuns} of the runs that are chosen; absent: all. */
  readonly chosen?: ReadonlySet<number> | undefined;
  /** Width of the figure, px. */
  readonly width: number;
}

/** A plot as the plot library takes it, and how high it is, px. */
export interface Drawing {
  readonly height: number;
  readonly option: EChartsCoreOption;
}

/** What all plots have: no motion, plain tooltips that run no markup, texts in the theme's colours. */
export function baseOption(theme: PlotTheme): EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    color: [...theme.series],
    textStyle: {
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: 12,
      color: theme.text,
    },
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.grid,
      textStyle: { color: theme.text, fontSize: 12 },
    },
  };
}

/** A value axis with its name. */
export function valueAxis(theme: PlotTheme, name: string): Readonly<Record<string, unknown>> {
  return {
    type: 'value',
    scale: true,
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.muted },
    axisLine: { show: true, lineStyle: { color: theme.faint } },
    axisTick: { show: false },
    splitNumber: 4,
    splitLine: { lineStyle: { color: theme.grid } },
    axisLabel: { color: theme.muted, hideOverlap: true, formatter: shortNumber },
  };
}

/** An axis of names. */
export function nameAxis(
  theme: PlotTheme,
  names: readonly string[],
  name = '',
): Readonly<Record<string, unknown>> {
  return {
    type: 'category',
    data: [...names],
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.muted },
    axisLine: { lineStyle: { color: theme.faint } },
    axisTick: { show: false },
    axisLabel: { color: theme.text, hideOverlap: true, formatter: (one: string) => clipped(one) },
  };
}

/** A number on an axis, where five digits and more take too much room. */
export function shortNumber(value: number | string): string {
  if (typeof value !== 'number') return value;
  return Math.abs(value) >= 1e5
    ? Number(value.toPrecision(4)).toExponential().replace('e+', 'e')
    : formatNumber(value);
}

/** A number as tooltips show it: rounded, and raw where that differs. */
export function numberWithRaw(value: number): string {
  const rounded = formatNumber(value);
  return Number(rounded) === value ? rounded : `${rounded} (${String(value)})`;
}

/** A text that isn't longer than a figure bears. */
export function clipped(text: string, most = 28): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Places of equal boxes in a figure, px. */
export function boxes(
  count: number,
  asked: number,
  width: number,
  { height, gapX, gapY, top }: Readonly<Record<'height' | 'gapX' | 'gapY' | 'top', number>>,
): {
  readonly height: number;
  readonly places: readonly Readonly<Record<'left' | 'top' | 'width' | 'height', number>>[];
} {
  const across = Math.max(1, Math.min(asked, count, Math.floor(width / 230)));
  const own = Math.max(90, width / across - gapX - 12);
  return {
    height: Math.ceil(count / across) * (height + gapY) + top,
    places: Array.from({ length: count }, (_, index) => ({
      left: gapX + (index % across) * (own + gapX + 12),
      top: top + Math.floor(index / across) * (height + gapY),
      width: own,
      height,
    })),
  };
}
