import type { Cell } from '../design/cell.ts';
import type { Plan } from './plan.ts';

/** A run's inputs in the order of the plan's columns. */
export function rowOfRun(plan: Plan, run: number): readonly Cell[] {
  const { columns } = plan.block(plan.includesNominalRun ? run : run - 1, 1);
  return columns.map((column) => column[0] ?? '');
}
