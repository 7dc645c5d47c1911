import type { Plan } from './plan.ts';
import { placeOfRun, positionOfRun } from './run-order.ts';
import { createRunSeeds } from './run-seed.ts';
import type { Cell } from '../design/cell.ts';
import type { RunColumn, Study } from './study.ts';

/**
 * @param run 0 for the nominal one
 * @returns the values that `${name}` is replaced by in that run: every input variable, and `run`, `replicate`, `seed`
 * @throws RangeError for a run the plan doesn't have
 */
export function templateValues(
  study: Study,
  plan: Plan,
  run: number,
): Readonly<Record<string, Cell>> {
  const { columns } = plan.block(positionOfRun(plan, run), 1);
  const cells = plan.columns.map((name, index) => [name, columns[index]?.[0] ?? ''] as const);
  return { ...Object.fromEntries(cells), ...createRunColumns(study, plan)(run) };
}

/** @returns the values of `run`, `replicate` and `seed` by run; the nominal run is replicate 1 */
export function createRunColumns(
  study: Study,
  plan: Plan,
): (run: number) => Readonly<Record<RunColumn, number>> {
  const seeds = createRunSeeds(study.design.seed);
  return (run) => ({
    run,
    replicate: run === 0 ? 1 : placeOfRun(plan, run).replicate,
    seed: seeds(run),
  });
}
