import { expect, it } from 'vitest';
import { placedLegend } from '../../../src/report/plots/legend.ts';
import { drawPlot } from '../../../src/report/plots/index.ts';
import { plotThemes } from '../../../src/report/plots/theme.ts';
import type { LinePlot } from '../../../src/report/report.ts';

const names = ['e 0.12 and below', 'e 0.91 and above', 'v low', 'v high', 'w low', 'w high'];
const runs = { total: 0, runs: [], states: [], reasons: [], columns: [] };

it('a legend has as many rows as its width asks for, and each name once', () => {
  for (const width of [320, 680, 1200]) {
    const { legend, height } = placedLegend(plotThemes.light, names, width);
    const rows = legend as readonly { readonly data: readonly string[] }[];
    expect(rows.flatMap(({ data }) => data)).toEqual(names);
    expect(height).toBe(24 * rows.length);
  }
  expect(placedLegend(plotThemes.light, names, 320).legend.length).toBeGreaterThan(2);
  expect(placedLegend(plotThemes.light, names, 1200).legend).toHaveLength(1);
  expect(placedLegend(plotThemes.light, [], 320)).toEqual({ height: 0, legend: [] });
});

it('titles and plots of lines stand below the whole legend', () => {
  const plot: LinePlot = {
    kind: 'lines',
    across: 3,
    panels: [
      {
        ...{ title: 'v, lines by e', xName: 'v', yName: 'mean of w' },
        series: names.map((name) => ({ name, points: [[0, 1] as const, [1, 2] as const] })),
      },
    ],
  };
  for (const width of [320, 640, 680, 1200]) {
    const { option } = drawPlot(plot, { theme: plotThemes.light, runs, width });
    const { legend, title, grid } = option as Readonly<
      Record<'legend' | 'title' | 'grid', readonly { readonly top: number }[]>
    >;
    const last = Math.max(...legend.map(({ top }) => top)) + 24;
    expect(title[0]?.top).toBeGreaterThanOrEqual(last);
    expect(grid[0]?.top).toBeGreaterThanOrEqual(last + 24);
  }
});

it('names that differ at their ends alone differ in the legend, and on the axes, too', () => {
  const long = 'inner_diameter_of_the_tube_at_the_inlet';
  const lines = [`${long} lowest third`, `${long} highest third`];
  const plot: LinePlot = {
    kind: 'lines',
    across: 3,
    panels: ['a', 'b'].map((end) => ({
      ...{ title: `lines by ${long}_${end}`, xName: `${long}_${end} [mm]`, yName: 'mean of w' },
      series: lines.map((name) => ({ name, points: [[0, 1] as const, [1, 2] as const] })),
    })),
  };
  for (const width of [320, 680, 900]) {
    const { option } = drawPlot(plot, { theme: plotThemes.light, runs, width });
    const { legend, title, xAxis } = option as Readonly<{
      legend: readonly { data: readonly string[]; formatter: (name: string) => string }[];
      title: readonly { text: string }[];
      xAxis: readonly { name: string }[];
    }>;
    const texts = legend.flatMap(({ data, formatter }) => data.map(formatter));
    for (const shown of [texts, title.map(({ text }) => text), xAxis.map(({ name }) => name)]) {
      expect(new Set(shown).size, shown.join()).toBe(2);
    }
    expect(texts.map((text) => text.endsWith('est third'))).toEqual([true, true]);
  }
});
