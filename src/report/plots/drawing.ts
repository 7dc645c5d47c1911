import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../format-number.ts';
import type { PageRuns } from '../report.ts';
import type { PlotTheme } from './theme.ts';

/** The page's, in quotes that XML bears within an attribute. */
export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Width of a letter in a figure, px: what room for a text is reckoned with. */
export const letterWidth = 6.5;

/** Between two names of a legend, px: without a browser their widths are guessed. */
export const legendGap = 26;

/** What plots are drawn of besides their own numbers. */
export interface DrawingContext {
  readonly theme: PlotTheme;
  readonly runs: PageRuns;
  /** Places in {@link PageRuns} of the runs that are chosen; absent: all. */
  readonly chosen?: ReadonlySet<number> | undefined;
  /** Width of the figure, px. */
  readonly width: number;
}

/** Whether a run is one of those that are chosen; one that isn't on the page can't be. */
export function isChosenOf({
  runs,
  chosen,
}: Pick<DrawingContext, 'runs' | 'chosen'>): (run: number) => boolean {
  if (chosen === undefined) return () => true;
  const own = new Set(Array.from(chosen, (place) => runs.runs[place]));
  return (run) => own.has(run);
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
      fontFamily,
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

/** A number on an axis, where five digits and more take too much room. */
export function shortNumber(value: number | string): string {
  if (typeof value !== 'number') return value;
  return Math.abs(value) >= 1e5
    ? value.toExponential(3).replace(/\.?0*e\+?/u, 'e')
    : formatNumber(value);
}

/** A number as tooltips show it: rounded, and raw where that differs. */
export function numberWithRaw(value: number): string {
  const rounded = formatNumber(value);
  return Number(rounded) === value ? rounded : `${rounded} (${String(value)})`;
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
