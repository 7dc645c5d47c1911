/** How each kind of plot is drawn; used by the page and for SVG alike. */
import { assertNever } from '../../errors.ts';
import type { Plot } from '../report.ts';
import { drawBars } from './bars.ts';
import type { Drawing, DrawingContext } from './drawing.ts';
import { drawHeatmap } from './heatmap.ts';
import { drawLines } from './lines.ts';
import { drawParallel } from './parallel.ts';
import { drawPoints } from './points.ts';
import { drawScatters } from './scatters.ts';
import { drawTimeline } from './timeline.ts';

/** A plot as the plot library takes it. */
export function drawPlot(plot: Plot, context: DrawingContext): Drawing {
  switch (plot.kind) {
    case 'scatters':
      return drawScatters(plot, context);
    case 'parallel':
      return drawParallel(plot, context);
    case 'heatmap':
      return drawHeatmap(plot, context);
    case 'bars':
      return drawBars(plot, context);
    case 'lines':
      return drawLines(plot, context);
    case 'points':
      return drawPoints(plot, context);
    case 'timeline':
      return drawTimeline(plot, context);
    default:
      return assertNever(plot);
  }
}
