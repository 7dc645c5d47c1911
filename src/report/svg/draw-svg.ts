/** Figures as SVG without a browser. The build replaces this file by a bundle with the plot library in it. */
import { BarChart, CustomChart, LineChart, ParallelChart, ScatterChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  ParallelComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { drawPlot } from '../plots/index.ts';
import { plotThemes } from '../plots/theme.ts';
import type { Figure, PageRuns } from '../report.ts';

use([
  ...[BarChart, CustomChart, LineChart, ParallelChart, ScatterChart],
  ...[GridComponent, LegendComponent, MarkLineComponent, ParallelComponent, TitleComponent],
  ...[TooltipComponent, VisualMapComponent, LabelLayout, SVGRenderer],
]);

/** Width of a figure, px: a column of a paper at twice its size. */
const width = 900;

/** A figure as an SVG document, in the light theme. */
export function drawSvg({ plot }: Pick<Figure, 'plot'>, runs: PageRuns): string {
  const { height, option } = drawPlot(plot, { theme: plotThemes.light, runs, width });
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    // Nobody drags a box in a file.
    const drawn = Object.entries(option).filter(([part]) => part !== 'brush');
    chart.setOption({ ...Object.fromEntries(drawn), backgroundColor: '#ffffff' });
    return wellFormed(chart.renderToSVGString());
  } finally {
    // Without it Node never ends.
    chart.dispose();
  }
}

/** A document that any program reads: signs that XML forbids, also as references, become visible. */
function wellFormed(svg: string): string {
  return svg.replaceAll(forbidden, '\uFFFD');
}

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
