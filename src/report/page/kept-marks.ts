import type { ECharts } from 'echarts/core';

interface BrushModel {
  readonly areas: readonly object[];
}

interface AxisModel {
  readonly activeIntervals: readonly (readonly [number, number])[];
}

interface WithModel {
  getModel(): { queryComponents(query: { readonly mainType: string }): readonly unknown[] };
}

/**
 * Reads what is marked in a figure: boxes in panels, stretches on axes. They are in values of the axes, so that they hold at any width.
 *
 * @returns marks the same again, once the figure is drawn with another layout
 */
export function keepMarks(chart: ECharts): () => void {
  const model = (chart as unknown as WithModel).getModel();
  const boxes = (model.queryComponents({ mainType: 'brush' }) as BrushModel[]).flatMap(
    ({ areas }) => areas,
  );
  const axes = model.queryComponents({ mainType: 'parallelAxis' }) as AxisModel[];
  const stretches = axes.map(({ activeIntervals }) => activeIntervals);
  return () => {
    if (boxes.length > 0) chart.dispatchAction({ type: 'brush', areas: boxes });
    stretches.forEach((intervals, parallelAxisIndex) => {
      if (intervals.length === 0) return;
      chart.dispatchAction({ type: 'axisAreaSelect', parallelAxisIndex, intervals });
    });
    // An axis takes the stretch for one that the reader is drawing: it shows it itself only when it is drawn again.
    if (stretches.some((intervals) => intervals.length > 0)) chart.resize();
  };
}
