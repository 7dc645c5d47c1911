import { afterEach, expect, it, vi } from 'vitest';
import { csvText, figuresOf } from '../../src/report/index.ts';
import { plotThemes } from '../../src/report/plots/theme.ts';
import { drawSvg } from '../../src/report/svg/draw-svg.ts';
import { figureOf, madeReport, type MadeStudy } from './report-kit.ts';
import { xmlFault } from './xml-fault.ts';

const latin = '{method: latin-hypercube, runs: 40, seed: 2}';

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

it('lines over more axes than there is room for have the colours of a response that is drawn', async () => {
  const names = Array.from({ length: 18 }, (_, place) => `z${place}`);
  const report = await madeReport({
    design: latin,
    variables: names
      .map((name) => `  - {name: ${name}, type: Output, from: {file: r.json, pointer: /${name}}}`)
      .join('\n'),
    further: ([a = 0]) => Object.fromEntries(names.map((name, place) => [name, a + place])),
  });
  const figure = figureOf(report, 'parallel');
  const { plot } = figure;
  if (plot.kind !== 'parallel') throw new Error(`Expected lines over axes, got ${plot.kind}`);
  expect(plot.colour).toBe('z17');
  expect(figure.caption).toContain('coloured by z17');
  expect(figure.caption).toContain('5 further columns are not shown.');
  expect(plot.columns).toHaveLength(16);
  expect(plot.columns.slice(-2)).toEqual(['z11', 'z17']);
  const svg = drawSvg(figure, report.runs);
  for (const shade of plotThemes.paper.ramp) expect(svg).toContain(`stroke="${shade}"`);
});

/** Studies whose names, texts and sizes are hard to draw. */
const hard: readonly (readonly [string, MadeStudy])[] = [
  ...[1e-21, 1e-300, 5e-324, 1e300, -1e307].map((size): readonly [string, MadeStudy] => [
    `responses of ${size}`,
    { design: latin, model: ([a = 0, b = 0]) => (1 + a * b) * size },
  ]),
  ['responses of 1 that differ by 1e-12', { design: latin, model: ([a = 0]) => 1 + a * 1e-12 }],
  ['responses that are all equal', { design: latin, model: () => 0 }],
  ['failed runs alone', { design: latin, model: () => undefined }],
  [
    'texts with signs of markup',
    {
      design: '{method: full-factorial}',
      inputs: `  - {name: a, type: Param, values: ['<b>&amp;"', "it's ]]>", '😀'], label: '<i> & "', unit: "'"}
  - {name: b, type: Param, values: [1, 2, 3], unit: '<&>"'}`,
      model: (_, run) => run,
    },
  ],
];

it.each(hard)('figures are whole XML, with numbers on their axes: %s', async (_, made) => {
  const report = await madeReport(made);
  const figures = figuresOf(report);
  for (const figure of figures) {
    const svg = drawSvg(figure, report.runs);
    expect(xmlFault(svg), figure.id).toBeUndefined();
    expect(svg.match(/<text/gu)?.length, figure.id).toBeGreaterThan(2);
    expect(svg, figure.id).not.toMatch(/NaN|Infinity/u);
  }
  expect(figures.length).toBeGreaterThan(0);
});

it.each([1e-21, 1e-300, 1e300])('numbers of %d stand at the axis', async (size) => {
  const report = await madeReport({ design: latin, model: ([a = 0]) => (2 + a) * size });
  const svg = drawSvg(figureOf(report, 'scatter-matrix'), report.runs);
  const power = String(size).slice(1).replace('+', '');
  expect(
    ['2', '2.2', '2.4', '2.6', '2.8', '3'].map((text) => svg.includes(`>${text}${power}<`)),
  ).toEqual(Array.from({ length: 6 }, () => true));
});

it('signs that XML forbids become visible, control characters of names are left out', async () => {
  const report = await madeReport({ design: latin });
  const plot = { ...figureOf(report, 'regression-y').plot, valueName: 'a\u0001b\uD800c\uFFFFd' };
  const svg = drawSvg({ plot } as Parameters<typeof drawSvg>[0], report.runs);
  expect(svg).toContain('ab\uFFFDc\uFFFDd');
});

it('what no parser reads is told', () => {
  expect(xmlFault('<svg><text style="a: \'b\'">1 &lt; 2</text></svg>')).toBeUndefined();
  for (const broken of [
    '<a b="c"d"e">',
    '<a>&nbsp;</a>',
    '<a><b></a>',
    '<a>1 < 2</a>',
    '<a b=c/>',
  ]) {
    expect(xmlFault(broken), broken).toBeDefined();
  }
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
