/** Reads and plans a study on this machine; nothing of the platform or Temporal is needed. */
import { isPlanFile, planLoadedStudy, readPlanFile, readStudy } from '../study-file/index.ts';
import type { KeptPlan, LoadedStudy } from '../study-file/index.ts';
import type { Plan } from '../study/plan.ts';

export interface LoadedPlan {
  readonly loaded: LoadedStudy;
  readonly plan: Plan;
  /** Where it is from a plan file: what must be executed. */
  readonly kept?: KeptPlan;
}

/**
 * The study at `path` (a file, or a folder with `study.yaml`) and its plan; or what a plan file holds, which is exactly what was planned.
 * @throws StudyError with every finding, each at its place; UsageError where a plan file, or a file that it names, was changed
 */
export async function loadPlan(path: string): Promise<LoadedPlan> {
  if (isPlanFile(path)) {
    const kept = await readPlanFile(path);
    return { loaded: kept.loaded, plan: kept.plan, kept };
  }
  const loaded = await readStudy(path);
  return { loaded, plan: planLoadedStudy(loaded) };
}
