import { afterEach, expect, it, vi } from 'vitest';
import { csvText, figuresOf } from '../../src/report/index.ts';
import { drawSvg } from '../../src/report/svg/draw-svg.ts';
import { madeReport } from './report-kit.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('each figure is drawn as SVG, without a complaint of the plot library', async () => {
  const complaints = [
    vi.spyOn(console, 'error').mockImplementation(() => undefined),
    vi.spyOn(console, 'warn').mockImplementation(() => undefined),
  ];
  const report = await madeReport({
    design: '{method: latin-hypercube, runs: 40, seed: 2}',
    model: ([a = 0, b = 0]) => (a > 0.7 ? undefined : a + b * b),
  });
  const figures = figuresOf(report);
  const kinds = ['scatters', 'parallel', 'heatmap', 'bars', 'lines', 'points', 'timeline'];
  expect(new Set(figures.map(({ plot }) => plot.kind))).toEqual(new Set(kinds));
  for (const figure of figures) {
    const svg = drawSvg(figure, report.runs);
    expect(svg, figure.id).toMatch(/^<svg[\s\S]*<\/svg>$/u);
    expect(svg, figure.id).toMatch(/<path|<rect/u);
    expect(svg, figure.id).not.toMatch(/NaN|<script/u);
  }
  expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('numbers stand in a CSV to their last digit, and texts are no formulas', () => {
  const table = {
    head: ['a', 'b,c'],
    rows: [
      [0.1 + 0.2, '=1+1'],
      [null, 'say "hi"'],
    ],
  };
  expect(csvText(table)).toBe(`a,"b,c"\n0.30000000000000004,'=1+1\n,"say ""hi"""\n`);
});
