import { DesignError } from '../errors.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import type { Plan } from '../study/plan.ts';
import { planStudy } from '../study/plan-study.ts';
import type { LoadedStudy } from './read-study.ts';
import { toStudyError } from './to-study-error.ts';

/**
 * Plans a study that was read.
 * @throws StudyError with the place in the study file where the rows can't be made as asked
 */
export function planLoadedStudy(
  loaded: Pick<LoadedStudy, 'study' | 'tables' | 'file' | 'text'>,
): Plan {
  const { study, tables, file, text } = loaded;
  try {
    return planStudy(study, { tables, compileRunExpression });
  } catch (error) {
    throw error instanceof DesignError ? toStudyError(error, { file, text, study }) : error;
  }
}
