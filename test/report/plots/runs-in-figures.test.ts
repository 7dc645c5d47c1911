import { describe, expect, it } from 'vitest';
import { drawPlot } from '../../../src/report/plots/index.ts';
import { plotThemes } from '../../../src/report/plots/theme.ts';
import type { PageRuns, Plot } from '../../../src/report/report.ts';

const theme = plotThemes.light;
const column = { isNumeric: true, role: 'output' } as const;
const runs: PageRuns = {
  total: 3,
  runs: [4, 5, 6],
  states: ['Done', 'Done', 'Failed'],
  reasons: [null, null, 'exit-code'],
  columns: [
    { ...column, role: 'input', name: 'a', title: 'a', values: [1, 2, 3] },
    { ...column, name: 'mid', title: 'mid', values: [null, 20, null] },
    { ...column, name: 'kind', title: 'kind', isNumeric: false, values: [null, 'x', null] },
    { ...column, name: 'y', title: 'y', values: [7, 8, null] },
    { ...column, name: 'same', title: 'same', values: [1, 1, null] },
  ],
};

const optionOf = (plot: Plot, chosen?: ReadonlySet<number>) =>
  drawPlot(plot, { theme, runs, chosen, width: 900 }).option as Readonly<
    Record<'series' | 'parallelAxis', readonly Record<string, unknown>[]>
  >;

describe('parallel coordinates', () => {
  const plot: Plot = {
    kind: 'parallel',
    columns: ['a', 'mid', 'kind', 'y', 'same'],
    colour: 'y',
  };

  it('give a missing value a place of its own, and end a failed run where its values do', () => {
    const { series, parallelAxis } = optionOf(plot);
    const lines = series[0]?.['data'] as readonly { name: string; value: readonly unknown[] }[];
    const [none, all, failed] = ['0', '1', '2'].map((name) =>
      lines.find((one) => one.name === name),
    );
    const mid = parallelAxis[1] as {
      min: number;
      axisLabel: { formatter: (at: number) => string };
    };
    expect(none?.value[1]).toBe(mid.min);
    expect(mid.axisLabel.formatter(mid.min)).toBe('–');
    expect(mid.axisLabel.formatter(mid.min + 1)).not.toBe('–');
    expect(Number(all?.value[1])).toBeGreaterThanOrEqual(mid.min + 1);
    expect(none?.value[2]).toBe('–');
    expect(parallelAxis[2]).toMatchObject({ data: ['–', 'x'] });
    expect(failed?.value).toHaveLength(1);
    const y = parallelAxis[3] as { min: number; axisLabel: { formatter: (at: number) => string } };
    expect(y.axisLabel.formatter(y.min)).not.toBe('–');
  });

  it('take their colours from the column that is said', () => {
    const colours = (colour?: string): number => {
      const { series } = optionOf({ ...plot, ...(colour && { colour }) } as Plot);
      const lines = series[0]?.['data'] as readonly { lineStyle: { color: string } }[];
      return new Set(lines.map(({ lineStyle }) => lineStyle.color)).size;
    };
    expect([colours('y'), colours('same')]).toEqual([3, 2]);
  });
});

describe('what isn’t chosen is grey', () => {
  it('in a figure of points, where a point is a run', () => {
    const points = [4, 5].map((run) => ({ x: run, y: run, label: `Run ${run}`, run }));
    const plot: Plot = { kind: 'points', xName: 'x', yName: 'y', isLabelled: false, points };
    const data = optionOf(plot, new Set([1])).series[0]?.['data'];
    expect(data).toMatchObject([{ itemStyle: { color: theme.faint } }, {}]);
    expect((data as readonly object[])[1]).not.toHaveProperty('itemStyle');
  });

  it('in the timeline', () => {
    const bars = [4, 6, 99].map((run, lane) => ({
      ...{ run, lane, fromMinutes: 0, toMinutes: 1, isDone: run !== 6, label: `Run ${run}` },
    }));
    const plot: Plot = { kind: 'timeline', lanes: ['4', '6', '99'], bars };
    const fills = (chosen?: ReadonlySet<number>): readonly unknown[] => {
      const render = optionOf(plot, chosen).series[0]?.['renderItem'] as (
        _: unknown,
        api: object,
      ) => { style: { fill: string } };
      return bars.map((_, bar) => {
        const api = {
          value: (dim: number) => (dim === 3 ? bar : 0),
          coord: () => [0, 0],
          size: () => [1, 9],
        };
        return render(undefined, api).style.fill;
      });
    };
    expect(fills()).toEqual([theme.accent, theme.bad, theme.accent]);
    expect(fills(new Set([2]))).toEqual([theme.faint, theme.bad, theme.faint]);
  });
});
