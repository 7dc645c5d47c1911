import type { Plan } from '../../study/plan.ts';
import type { Cell } from '../../design/cell.ts';

/** The first and last `show` rows of a plan, each `[run, …input columns]`; all rows when there are no more than twice `show`. */
export function edgeRows(plan: Plan, show: number): readonly (readonly Cell[])[] {
  const size = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  if (size <= 2 * show) return rowsOf(plan, 0, size);
  return [...rowsOf(plan, 0, show), ...rowsOf(plan, size - show, show)];
}

function rowsOf(plan: Plan, start: number, count: number): readonly (readonly Cell[])[] {
  if (count === 0) return [];
  const block = plan.block(start, count);
  return block.runNumbers.map((run, index) => [
    run,
    ...block.columns.map((column) => column[index] ?? ''),
  ]);
}
