import { columnDigits, formatNumber } from '../format-number.ts';
import type { PageData } from '../page-data.ts';
import type { ReportCell } from '../report.ts';

/** A column of the table of runs. */
export interface RunsColumn {
  readonly title: string;
  readonly isNumeric: boolean;
  /** Whether its cells are `true` and `false`. */
  readonly isTruth?: true | undefined;
  readonly cells: readonly ReportCell[];
  /** What the table shows of a cell: numbers with as many digits as tell those of the column apart. */
  textOf(cell: ReportCell): string;
  /** Where a cell leads. */
  readonly pageOf?: (cell: ReportCell) => string | undefined;
  /** Whether it is shown at first. */
  readonly isShown: boolean;
}

/** Columns shown at first: more don't fit on a screen. */
const mostShown = 14;

/** The run's number, its state, all variables, and why it failed. */
export function runsColumns({ runs }: PageData): readonly RunsColumn[] {
  const variables = runs.columns.map(({ title, role, isNumeric, isTruth, values }, index) => ({
    title,
    ...{ isTruth, isRule: role === 'constraint' },
    isNumeric: isNumeric && isTruth === undefined,
    // As results.csv has them.
    cells: isTruth
      ? values.map((value) => (value === null ? null : value === 1 ? 'true' : 'false'))
      : values,
    isShown: index < mostShown,
  }));
  const hasReasons = runs.reasons.some((reason) => reason !== null);
  const columns = [
    { title: 'run', isNumeric: true, cells: runs.runs, isShown: true },
    { title: 'status', isNumeric: false, cells: runs.states, isShown: true },
    ...variables,
    ...jobColumn(runs),
    { title: 'reason', isNumeric: false, cells: runs.reasons, isShown: hasReasons },
  ];
  return columns.map((column) => ({
    ...column,
    textOf: 'isRule' in column && column.isRule ? ruleText : textsOf(column.cells),
  }));
}

/** The platform's jobs, each with a link to its page there. */
function jobColumn({ jobs, jobPages }: PageData['runs']): readonly Omit<RunsColumn, 'textOf'>[] {
  if (jobs === undefined) return [];
  const pageOf = (cell: ReportCell): string | undefined =>
    cell === null || jobPages === undefined
      ? undefined
      : `${jobPages}/${encodeURIComponent(cell)}/`;
  return [{ title: 'job', isNumeric: false, cells: jobs, pageOf, isShown: true }];
}

function ruleText(cell: ReportCell): string {
  return cell === null ? '–' : cell === 'true' ? 'kept' : 'broken';
}

function textsOf(cells: readonly ReportCell[]): RunsColumn['textOf'] {
  const digits = columnDigits(cells);
  return (cell) =>
    cell === null ? '–' : typeof cell === 'number' ? formatNumber(cell, digits) : cell;
}
