import type { Cell } from '../../design/cell.ts';
import type { AbsenceReason } from '../../run/absent-runs.ts';
import type { StudyColumn } from '../study-table.ts';

/** Without the inputs of runs that have no result but didn't fail, so that nobody takes them for failed. */
export function hideUnfailed(
  columns: readonly StudyColumn[],
  absences: readonly (AbsenceReason | undefined)[],
): readonly StudyColumn[] {
  const isHidden = absences.map((why) => why !== undefined && why !== 'failed');
  return columns.map((column) => ({
    ...column,
    values: Array.from<Cell, Cell>(column.values, (cell, row) => (isHidden[row] ? NaN : cell)),
  }));
}
