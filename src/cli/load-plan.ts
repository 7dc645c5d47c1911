/** Reads and plans a study on this machine; nothing of the platform or Temporal is needed. */
import { planLoadedStudy } from '../study-file/plan-loaded-study.ts';
import type { LoadedStudy } from '../study-file/read-study.ts';
import { readStudy } from '../study-file/read-study.ts';
import type { Plan } from '../study/plan.ts';

export interface LoadedPlan {
  readonly loaded: LoadedStudy;
  readonly plan: Plan;
}

/**
 * The study at `path` (a file, or a folder with `study.yaml`) and its plan.
 * @throws StudyError with every finding, each at its place.
 */
export async function loadPlan(path: string): Promise<LoadedPlan> {
  const loaded = await readStudy(path);
  return { loaded, plan: planLoadedStudy(loaded) };
}
