/** The parts of the plot library that figures use; nothing else is bundled. */
import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import { ParallelChart, ScatterChart } from 'echarts/charts';
import {
  BrushComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  ParallelComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use, type ECharts } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

use([
  ...[BarChart, CustomChart, LineChart, ParallelChart, ScatterChart],
  ...[BrushComponent, GridComponent, LegendComponent, MarkLineComponent, ParallelComponent],
  ...[TitleComponent, TooltipComponent, VisualMapComponent, LabelLayout, CanvasRenderer],
]);

/** A chart in a place, sharp enough for paper. */
export function createChart(place: HTMLElement): ECharts {
  return init(place, null, {
    renderer: 'canvas',
    devicePixelRatio: Math.max(2, window.devicePixelRatio),
  });
}
