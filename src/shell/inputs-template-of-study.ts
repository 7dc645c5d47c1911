import { inputsTemplate } from '../run/index.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';
import { readJobValues } from './values-of-study.ts';

/** The template that the engine adds to every job of a study: each run's own values, for its marker and its commands. */
export function inputsTemplateOfStudy(
  { job, variables, runColumns = [] }: Study,
  plan: Pick<Plan, 'columns'>,
): string {
  const { formatted } = readJobValues(job, variables);
  return inputsTemplate([...plan.columns, ...runColumns], formatted);
}
