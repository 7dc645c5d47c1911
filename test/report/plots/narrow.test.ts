/** Figures on a screen of 400 pixels, where names and numbers have little room. */
import { describe, expect, it } from 'vitest';
import { drawPlot } from '../../../src/report/plots/index.ts';
import { plotThemes } from '../../../src/report/plots/theme.ts';
import type { LinePlot, PageRuns, Plot } from '../../../src/report/report.ts';

const names = Array.from({ length: 10 }, (_, index) => `thickness of rib ${index} [mm]`);
const runs: PageRuns = {
  total: 2,
  runs: [1, 2],
  states: ['Done', 'Done'],
  reasons: [null, null],
  columns: names.map((name) => ({
    ...{ name, title: name, role: 'input', isNumeric: true, values: [0, 1] },
  })),
};
type Parts = Readonly<Record<string, readonly Record<string, unknown>[]>>;
const drawn = (plot: Plot, width: number) => {
  const { option, height } = drawPlot(plot, { theme: plotThemes.light, runs, width });
  return { option: option as Parts, height };
};

describe('levels of texts', () => {
  const levels = ['aluminium-2024-T3', 'aluminium-7075-T6', 'carbon-fibre', 'steel-4130'];
  const plot: LinePlot = {
    ...{ kind: 'lines', across: 1 },
    panels: [
      {
        ...{ title: 'a', xName: 'material', yName: 'y', categories: levels },
        series: [{ name: 'a', points: levels.map((_, at) => [at, at] as const) }],
      },
    ],
  };
  const axisAt = (width: number) =>
    drawn(plot, width).option['xAxis']?.[0] as {
      nameGap: number;
      axisLabel: { rotate: number; formatter: (name: string, at: number) => string };
    };

  it('stand side by side, with room between them, where they fit', () => {
    const { axisLabel } = axisAt(900);
    expect(axisLabel.rotate).toBe(0);
    expect(levels.map(axisLabel.formatter)).toEqual(levels);
  });

  it.each([300, 400, 450])('are turned before they would touch, at %d px', (width) => {
    const { axisLabel, nameGap } = axisAt(width);
    const texts = levels.map(axisLabel.formatter);
    expect(axisLabel.rotate).toBe(40);
    expect(Math.max(...texts.map((text) => text.length))).toBe(12);
    expect(new Set(texts).size).toBe(levels.length);
    // The axis's name stands below them.
    expect(nameGap).toBeGreaterThan(12 * 6.5 * Math.sin((40 / 180) * Math.PI));
  });

  it('have a line of their own colour each in a panel, however many other panels have', () => {
    const series = (of: string) =>
      [0, 1, 2, 3].map((line) => ({ name: `${of} ${line}`, points: [[0, line]] as const }));
    const panels = ['a', 'b'].map((of) => ({
      ...{ title: of, xName: 'x', yName: 'y', series: series(of) },
    }));
    const all = drawn({ kind: 'lines', across: 2, panels }, 900).option['series'] ?? [];
    const colours = all.map(({ itemStyle }) => (itemStyle as { color: string }).color);
    expect(new Set(colours.slice(0, 4)).size).toBe(4);
    expect(new Set(colours.slice(4)).size).toBe(4);
  });
});

it('titles of panels end at the edge, also where no short name tells them apart', () => {
  const panel = (end: string) => ({
    ...{ title: `lines by ${'x'.repeat(60)}${end}${'y'.repeat(60)}`, xName: 'a', yName: 'y' },
    series: [{ name: end, points: [[0, 0]] as const }],
  });
  const { option } = drawn({ kind: 'lines', across: 2, panels: [panel('p'), panel('q')] }, 400);
  for (const [index, { textStyle, left }] of (option['title'] ?? []).entries()) {
    const { width, overflow } = textStyle as { width: number; overflow: string };
    expect(overflow, String(index)).toBe('truncate');
    expect(Number(left) + width).toBeLessThanOrEqual(400);
  }
});

it('parallel axes that stand close have turned names, and numbers at their ends alone', () => {
  const plot: Plot = { kind: 'parallel', columns: names };
  const labelsAt = (width: number) =>
    (drawn(plot, width).option['parallelAxis'] ?? []).map(
      ({ axisLabel, nameRotate, name }) =>
        [(axisLabel as { customValues?: unknown }).customValues, nameRotate, name] as const,
    );
  for (const [values, turn, name] of labelsAt(400)) {
    expect([values, turn]).toEqual([[0, 5], 45]);
    expect(String(name)).toMatch(/\d/u);
  }
  for (const [values, turn] of labelsAt(1200))
    expect([values, turn]).toEqual([undefined, undefined]);
});

it('an axis that has no room for a label has the name by which files know the column', () => {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
    ...{ name, title: `thickness of the rib (${name}) [mm]`, role: 'input' as const },
    ...{ isNumeric: true, values: [0, 1] },
  }));
  const plot: Plot = { kind: 'parallel', columns: columns.map(({ name }) => name) };
  const namesAt = (width: number) => {
    const context = { theme: plotThemes.light, runs: { ...runs, columns }, width };
    const { parallelAxis } = drawPlot(plot, context).option as Parts;
    return parallelAxis?.map(({ name }) => name).slice(1, 3);
  };
  expect(namesAt(400)).toEqual(['b [mm]', 'c [mm]']);
  expect(namesAt(3000)).toEqual(['thickness of the rib (b) [mm]', 'thickness of the rib (c) [mm]']);
});

it('what the colours of a surface mean stands over them, and ends at the edge', () => {
  const valueName = `mean of ${'mass of the wing '.repeat(6)}[kg]`;
  const plot: Plot = {
    ...{ kind: 'heatmap', xs: ['0', '1'], ys: ['0', '1'], xName: 'a', yName: 'b', valueName },
    ...{ cells: [[0, 0, 1] as const], low: 0, high: 1, isSigned: false },
  };
  const { option } = drawn(plot, 400);
  const { text } = option['title'] as unknown as { text: string };
  expect(text.length).toBeGreaterThan(40);
  expect(text.length * 6.5).toBeLessThanOrEqual(400);
  expect(text).toContain('[kg]');
  expect((option['visualMap'] as unknown as { text: string[] }).text).toEqual(['1', '0']);
});
