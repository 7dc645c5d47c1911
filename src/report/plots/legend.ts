import { clippedNames } from './clipped-names.ts';
import { legendGap } from './drawing.ts';
import type { PlotTheme } from './theme.ts';

/** Height of a row of names, px. */
const rowHeight = 24;
/** Sign before a name and the blank behind it, px. */
const signWidth = 32;
/** A wide letter, px: a row that is reckoned too short would break by itself, over what is below. */
const widestLetter = 7.5;
/** Letters of a name. */
const mostLetters = 30;

/** A legend as the plot library takes it, and the room above the figure that it needs, px. */
export interface PlacedLegend {
  readonly height: number;
  readonly legend: readonly object[];
}

/** Names over a figure in as many rows as its width asks for, each row a legend of its own, so that none breaks into the plots below. */
export function placedLegend(
  theme: PlotTheme,
  names: readonly string[],
  width: number,
): PlacedLegend {
  const most = Math.max(8, Math.min(mostLetters, Math.floor((width - signWidth) / widestLetter)));
  const texts = clippedNames(names, most);
  const rows: string[][] = [];
  let used = Infinity;
  for (const [place, name] of names.entries()) {
    const own = signWidth + legendGap + (texts[place] ?? name).length * widestLetter;
    if (used + own > width + legendGap) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(name);
    used += own;
  }
  return {
    height: rows.length * rowHeight,
    legend: rows.map((data, row) => ({
      top: row * rowHeight,
      left: 0,
      itemGap: legendGap,
      formatter: (name: string) => texts[names.indexOf(name)] ?? name,
      data,
      textStyle: { color: theme.text },
    })),
  };
}
