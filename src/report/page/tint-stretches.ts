import type { ECharts } from 'echarts/core';

/** The plot library's own name and height of what it draws over a figure. */
const [overName, overHeight] = ['main', 10_000] as const;

/** Gives stretches on axes the figure's colour: the plot library draws them grey, and over the lines, wherever an axis is drawn again. */
export function tintStretches(chart: ECharts, color: string): void {
  for (const element of chart.getZr().storage.getDisplayList(true)) {
    if (element.name !== overName || element.z !== overHeight) continue;
    const style = element.style as { readonly fill?: unknown } | undefined;
    if (style?.fill === color) continue;
    element.useStyle({ fill: color, stroke: color, lineWidth: 1, opacity: 0.25 });
  }
}
