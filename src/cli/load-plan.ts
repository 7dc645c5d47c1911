/** Reads and plans a study on this machine; nothing of the platform or Temporal is needed. */
import { isAbsolute, resolve } from 'node:path';
import { compileRunExpression } from '../expressions/index.ts';
import type { LoadedStudy } from '../study-file/read-study.ts';
import { readStudy } from '../study-file/read-study.ts';
import type { Plan } from '../study/plan.ts';
import { planStudy } from '../study/plan-study.ts';
import type { CommandContext } from './context.ts';

export interface LoadedPlan {
  readonly loaded: LoadedStudy;
  readonly plan: Plan;
}

/**
 * The study at `path` (a file, or a folder with `study.yaml`) and its plan.
 * @throws StudyError with every finding, each at its place.
 */
export async function loadPlan(context: CommandContext, path: string): Promise<LoadedPlan> {
  const loaded = await readStudy(isAbsolute(path) ? path : resolve(context.cwd, path));
  const plan = planStudy(loaded.study, { tables: loaded.tables, compileRunExpression });
  return { loaded, plan };
}
