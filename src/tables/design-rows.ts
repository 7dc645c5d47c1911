import type { Plan } from '../study/plan.ts';
import { csvRows } from './csv-rows.ts';
import { tableCell } from './table-cell.ts';

/** Rows of a design table that are made together. */
export interface RowSpan {
  readonly start: number;
  readonly count: number;
}

const blockRows = 8192;

/** All rows of a plan's design table, cut into blocks. */
export function designSpans(plan: Plan): readonly RowSpan[] {
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  return Array.from({ length: Math.ceil(total / blockRows) }, (_, block) => ({
    start: block * blockRows,
    count: Math.min(blockRows, total - block * blockRows),
  }));
}

/** Some rows of a plan's design table: `run` and the input variables. */
export function designRows(plan: Plan, { start, count }: RowSpan): Uint8Array {
  const { runNumbers, columns } = plan.block(start, count);
  return csvRows([runNumbers, ...columns], tableCell);
}

/** All rows, made on this thread. */
export function* ownDesignRows(plan: Plan): Generator<Uint8Array> {
  for (const span of designSpans(plan)) yield designRows(plan, span);
}
