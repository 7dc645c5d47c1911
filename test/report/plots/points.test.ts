/** Points with names and lines. */
import { describe, expect, it } from 'vitest';
import { drawPlot } from '../../../src/report/plots/index.ts';
import { plotThemes } from '../../../src/report/plots/theme.ts';
import type { PointPlot } from '../../../src/report/report.ts';
import { figureOf, madeReport } from '../report-kit.ts';

const runs = { total: 0, runs: [], states: [], reasons: [], columns: [] };
interface Series {
  readonly data: readonly {
    readonly label: { readonly show: boolean; readonly position: string };
  }[];
  readonly label: { readonly formatter: (point: { readonly dataIndex: number }) => string };
  readonly markLine: {
    readonly data: readonly (readonly { readonly coord: readonly number[] }[])[];
  };
}
function seriesOf(plot: PointPlot, width: number): Series {
  const { option } = drawPlot(plot, { theme: plotThemes.dark, runs, width });
  const [series] = (option as { readonly series: readonly Series[] }).series;
  if (series === undefined) throw new Error('Expected a series, got none');
  return series;
}

const plot: PointPlot = {
  ...{ kind: 'points', xName: 'x', yName: 'y', isLabelled: true },
  points: [
    { x: 0, y: 0, label: 'thickness_of_upper_flange × length_of_the_main_girder', isUnnamed: true },
    { x: 1, y: 1, label: 'thickness_of_upper_flange' },
    { x: 9, y: 9, label: 'thickness_of_lower_flange × length_of_the_main_girder' },
  ],
  lines: [{ name: '95 %', from: [0, 12], to: [9, 12] }],
};

describe('names of points', () => {
  it('stand towards the middle, where there is room, and not all of them', () => {
    const { data } = seriesOf(plot, 900);
    expect(data.map(({ label }) => label.show)).toEqual([false, true, true]);
    expect(data.map(({ label }) => label.position)).toEqual(['right', 'right', 'left']);
  });

  it('are no longer than half of a narrow figure, beside its axis, holds', () => {
    const { label } = seriesOf(plot, 344);
    const texts = [1, 2].map((dataIndex) => label.formatter({ dataIndex }));
    expect(texts.map((text) => text.length <= 20)).toEqual([true, true]);
    expect(new Set(texts).size).toBe(2);
  });

  it('leave lines between their ends, within the axes', () => {
    const [line = []] = seriesOf(plot, 900).markLine.data;
    const [from, to] = line.map(({ coord }) => coord);
    expect(from?.[1]).toBe(to?.[1]);
    expect(to?.[0]).toBeGreaterThan(from?.[0] ?? NaN);
  });
});

it('a half-normal plot has the line of chance and the margin, and names what is clear of both', async () => {
  const report = await madeReport({
    design: '{method: full-factorial}',
    inputs: ['a', 'b', 'c', 'd']
      .map((name) => `  - {name: ${name}, type: Design, values: [0, 1]}`)
      .join('\n'),
    model: ([a = 0, b = 0], run) => a + 3 * b + 0.06 * (((run * 7919) % 97) / 97),
  });
  const { plot: drawn } = figureOf(report, 'half-normal-y');
  if (drawn.kind !== 'points') throw new Error('Expected points');
  const named = drawn.points.filter(({ isUnnamed }) => isUnnamed !== true);
  expect(named.map(({ label }) => label)).toEqual(['b', 'a']);
  expect(drawn.lines?.map(({ name }) => name)).toEqual(['', '95 % each']);
  expect(drawn.lines?.[0]?.from).toEqual([0, 0]);
});
