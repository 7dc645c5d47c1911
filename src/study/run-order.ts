import type { Plan } from './plan.ts';

/** The place of a run in the design; all from 0 except the replicate, from 1. */
export interface RunPlace {
  readonly row: number;
  readonly case: number;
  readonly replicate: number;
}

/** What decides which run is which row, case and replicate. */
export type RunOrder = Pick<Plan, 'rows' | 'cases' | 'replicates' | 'stages'>;

/** Runs go by stage of the design, then replicate, then row, case fastest. @param run 1.. */
export function placeOfRun(order: RunOrder, run: number): RunPlace & { readonly stageEnd: number } {
  const { cases, replicates, stages = [order.rows] } = order;
  let index = run - 1;
  let firstRow = 0;
  for (const [stage, rows] of stages.entries()) {
    const runs = rows * cases * replicates;
    if (index >= runs && stage < stages.length - 1) {
      index -= runs;
      firstRow += rows;
      continue;
    }
    const whole = Math.floor(index / cases);
    return {
      row: firstRow + (whole % rows),
      case: index % cases,
      replicate: Math.floor(whole / rows) + 1,
      stageEnd: firstRow + rows,
    };
  }
  throw new RangeError('A run order needs at least one stage');
}

/** @returns the position in {@link Plan.block} of a run; @throws RangeError for a run the plan doesn't have */
export function positionOfRun(plan: Plan, run: number): number {
  const first = plan.includesNominalRun ? 0 : 1;
  if (Number.isInteger(run) && run >= first && run <= plan.runCount) return run - first;
  throw new RangeError(`Expected a run from ${first} to ${plan.runCount}, got ${run}`);
}
