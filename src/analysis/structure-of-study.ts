import { createCaseTable } from '../study/case-table.ts';
import { designSpecOf } from '../study/design-spec.ts';
import type { CaseVariable, Study } from '../study/study.ts';
import type { StudyStructure } from './study-table.ts';

/** What the rows of a study's table are to each other. */
export function structureOfStudy(study: Study): StudyStructure {
  const { method, options, seed, variables } = designSpecOf(study);
  const cases = study.variables.filter(
    (variable): variable is CaseVariable => variable.type === 'Case',
  );
  return {
    method,
    options,
    seed,
    variables: variables.map(({ name }) => name),
    cases: createCaseTable(cases).count,
    goals: Object.fromEntries(
      study.variables.flatMap((variable) =>
        variable.type === 'Objective' ? [[variable.name, variable.goal] as const] : [],
      ),
    ),
  };
}
