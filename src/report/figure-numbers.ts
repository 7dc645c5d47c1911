import type { Figure, PageRuns, Plot, ReportCell, ReportTable } from './report.ts';

/** The numbers of a figure: its own, or those of the runs that it draws, with how each ended, in the columns that it draws. */
export function figureNumbers(
  { plot, numbers }: Pick<Figure, 'plot' | 'numbers'>,
  runs: PageRuns,
): ReportTable {
  if (numbers !== undefined) return numbers;
  const drawn = new Set(columnsOf(plot));
  const columns = runs.columns.filter(({ name }) => drawn.has(name));
  return {
    head: ['run', 'status', ...columns.map(({ name }) => name)],
    rows: runs.runs.map((run, place): readonly ReportCell[] => [
      run,
      runs.states[place] ?? null,
      ...columns.map(({ values, isTruth }) => {
        const value = values[place] ?? null;
        if (isTruth !== true || value === null) return value;
        return value === 1 ? 'true' : 'false';
      }),
    ]),
  };
}

function columnsOf(plot: Plot): readonly string[] {
  if (plot.kind === 'parallel') return plot.columns;
  return plot.kind === 'scatters' ? plot.panels.flatMap(({ x, y }) => [x, y]) : [];
}
