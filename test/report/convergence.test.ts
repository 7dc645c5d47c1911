import { describe, expect, it } from 'vitest';
import { figureOf, madeReport, sectionOf } from './report-kit.ts';

describe('convergence', () => {
  const integers = {
    design: '{method: monte-carlo, runs: 40, seed: 5}',
    variables:
      '  - {name: n, type: Output, valueType: integer, from: {file: r.json, pointer: /n}}\n  - {name: safe, type: Constraint, expression: y > 1}',
    further: (_: readonly number[], y: number) => ({ n: Math.floor(y), safe: y > 1 }),
  };

  it('tells the share of a value that many runs have once, as many as have at most that', async () => {
    const report = await madeReport(integers);
    const { numbers, plot } = figureOf(report, 'distributions');
    const own = numbers?.rows.filter(([name]) => name === 'n') ?? [];
    const all = report.runs.columns.find(({ name }) => name === 'n')?.values.map(Number) ?? [];
    expect(own.map(([, value]) => value)).toEqual([...new Set(all)].sort());
    for (const [, value, share, exceedance] of own) {
      const most = all.filter((one) => one <= Number(value)).length;
      expect([share, exceedance]).toEqual([most / 40, (40 - most) / 40]);
    }
    const [first] = plot.kind === 'lines' ? plot.panels.filter(({ title }) => title === 'n') : [];
    expect(first?.series[0]?.points.slice(0, 2)).toEqual([
      [own[0]?.[1], 0],
      [own[0]?.[1], own[0]?.[2]],
    ]);
  });

  it('says why few runs have no interval in the figure', async () => {
    const { caption, numbers, plot } = figureOf(await madeReport(integers), 'running-mean');
    const [panel] = plot.kind === 'lines' ? plot.panels : [];
    const few = numbers?.rows.find(([name, runs]) => name === 'y [kN]' && runs === 2);
    expect(few?.[3]).toBeLessThan(Number(few?.[4]));
    expect(panel?.series[0]?.intervals?.[0]).toBe(null);
    expect(caption).toContain('Below 5 runs no interval is drawn');
  });

  it('gives no limits between false and true', async () => {
    const blocks = sectionOf(await madeReport(integers), 'convergence').blocks;
    const table = blocks.find((block) => block.kind === 'table');
    const rows = table?.kind === 'table' ? table.table.rows : [];
    expect(rows.find(([name]) => name === 'safe')?.slice(3)).toEqual([null, null, null]);
    expect(rows.find(([name]) => name === 'n')?.slice(3)).toEqual([null, null, 93]);
  });
});
