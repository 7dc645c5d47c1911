import { extendDesign } from '../design/index.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { designSpecOf } from '../study/design-spec.ts';
import { furtherRuns, growStudy } from '../study/grow-study.ts';
import type { Plan } from '../study/plan.ts';
import { planStudy } from '../study/plan-study.ts';
import type { Study } from '../study/study.ts';

/** A study whose design grew by a step. */
export interface PlannedGrowth {
  /** With the step in `design.extend`. */
  readonly study: Study;
  /** The further runs only, under the numbers after the last one. */
  readonly further: Plan;
}

/**
 * Plans further rows for a study; its runs keep their numbers and values.
 * @param before the study's plan as it is
 * @throws DesignError `DESIGN_GROWTH` where the design can't grow by so many rows, with the nearest number that it can
 */
export function planGrowth(study: Study, before: Plan, add: number): PlannedGrowth {
  const grown = growStudy(study, add);
  // Refuses a `table` design, the only one that would need its file again.
  extendDesign(designSpecOf(study), { steps: study.design.extend ?? [], add });
  const plan = planStudy(grown, { tables: new Map(), compileRunExpression });
  return { study: grown, further: furtherRuns(plan, before) };
}
