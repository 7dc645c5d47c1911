import type { Figure, PageRuns, Report } from './report.ts';
import { figuresOf } from './report.ts';

/** What the page's script reads: the runs, and what is drawn. */
export interface PageData {
  readonly studyName: string;
  readonly runs: PageRuns;
  readonly figures: readonly Pick<Figure, 'id' | 'title' | 'plot' | 'numbers'>[];
}

/** The part of a report that its script needs. */
export function pageData(report: Report): PageData {
  return {
    studyName: report.title,
    runs: report.runs,
    figures: figuresOf(report).map(({ id, title, plot, numbers }) => ({
      id,
      title,
      plot,
      ...(numbers === undefined ? {} : { numbers }),
    })),
  };
}
