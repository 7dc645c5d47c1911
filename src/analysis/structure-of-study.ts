import { createDesign } from '../design/index.ts';
import { createCaseTable } from '../study/case-table.ts';
import { designSpecOf, inputsOf } from '../study/design-spec.ts';
import { roundingPattern } from '../study/round-cells.ts';
import type { CaseVariable, Study } from '../study/study.ts';
import type { StudyStructure } from './study-table.ts';

/** The parts of a study that its statistics depend on. */
export type AnalysedStudy = Pick<
  Study,
  'name' | 'variables' | 'design' | 'findings' | 'statistics'
>;

/** What the rows of a study's table are to each other. */
export function structureOfStudy(study: AnalysedStudy): StudyStructure {
  const { method, options, seed, variables } = designSpecOf(study);
  const cases = study.variables.filter(
    (variable): variable is CaseVariable => variable.type === 'Case',
  );
  const dependence =
    study.design.where !== undefined
      ? 'design.where'
      : options['correlation'] !== undefined
        ? 'design.correlation'
        : undefined;
  return {
    method,
    options,
    seed,
    variables: variables.map(({ name }) => name),
    derived: study.variables.flatMap((variable) =>
      'source' in variable && variable.source?.kind === 'expression' ? [variable.name] : [],
    ),
    distributions: Object.fromEntries(variables.map(({ name, source }) => [name, source] as const)),
    formats: Object.fromEntries(
      inputsOf(study).flatMap((variable) => {
        const pattern = roundingPattern(variable);
        return pattern === undefined ? [] : [[variable.name, pattern] as const];
      }),
    ),
    ...blockWords(study),
    ...(dependence === undefined ? {} : { dependence }),
    ...(study.statistics === undefined ? {} : { settings: study.statistics }),
    cases: createCaseTable(cases).count,
    ...(study.design.replicates > 1 ? { replicates: study.design.replicates } : {}),
    goals: Object.fromEntries(
      study.variables.flatMap((variable) =>
        variable.type === 'Objective' ? [[variable.name, variable.goal] as const] : [],
      ),
    ),
  };
}

function blockWords(study: AnalysedStudy): Pick<StudyStructure, 'blockWords'> {
  if (study.design.options['blocks'] === undefined) return {};
  const { names, blockWords: words = [] } = createDesign(designSpecOf(study));
  return { blockWords: words.map((word) => word.map((variable) => names[variable] ?? '')) };
}
