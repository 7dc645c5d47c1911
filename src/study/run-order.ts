import type { Plan } from './plan.ts';

/** Where a run stands in the design; all from 0 except the replicate, from 1. */
export interface RunPlace {
  readonly row: number;
  readonly case: number;
  readonly replicate: number;
}

/** Runs go replicate slowest, then row, case fastest. @param run 1.. */
export function placeOfRun(plan: Pick<Plan, 'rows' | 'cases'>, run: number): RunPlace {
  const index = run - 1;
  const whole = Math.floor(index / plan.cases);
  return {
    row: whole % plan.rows,
    case: index % plan.cases,
    replicate: Math.floor(whole / plan.rows) + 1,
  };
}

/** @returns the position in {@link Plan.block} of a run; @throws RangeError for a run the plan doesn't have */
export function positionOfRun(plan: Plan, run: number): number {
  const first = plan.includesNominalRun ? 0 : 1;
  if (Number.isInteger(run) && run >= first && run <= plan.runCount) return run - first;
  throw new RangeError(`Expected a run from ${first} to ${plan.runCount}, got ${run}`);
}
