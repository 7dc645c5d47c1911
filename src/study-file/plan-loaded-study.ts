import { DesignError } from '../errors.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import type { Plan } from '../study/plan.ts';
import { planStudy } from '../study/plan-study.ts';
import { constantInputNotes } from './constant-input-notes.ts';
import type { LoadedStudy } from './read-study.ts';
import { issueLine } from './format-study-issues.ts';
import { templateRoundingNotes } from './template-rounding-notes.ts';
import { toStudyError } from './to-study-error.ts';

/**
 * Plans a study that was read; its notes also say where rounding leaves an input one value, where a template rounds a value further, and what of the file is probably a slip.
 * @throws StudyError with the place in the study file where the rows can't be made as asked
 */
export function planLoadedStudy(
  loaded: Pick<LoadedStudy, 'study' | 'tables' | 'file' | 'text' | 'templateFormats' | 'warnings'>,
): Plan {
  const { study, tables, file, text, templateFormats, warnings } = loaded;
  try {
    const plan = planStudy(study, { tables, compileRunExpression });
    const notes = [
      ...constantInputNotes(plan, study.variables),
      ...templateRoundingNotes(plan, templateFormats),
      ...warnings.map(issueLine),
    ];
    return { ...plan, notes: [...plan.notes, ...notes] };
  } catch (error) {
    throw error instanceof DesignError ? toStudyError(error, { file, text, study }) : error;
  }
}
