import type { Study } from './study.ts';

/** Names of what a run answers: outputs, objectives and constraints, in the order of the study file. */
export function responseNames({ variables }: Pick<Study, 'variables'>): readonly string[] {
  return variables
    .filter(({ type }) => type === 'Output' || type === 'Objective' || type === 'Constraint')
    .map(({ name }) => name);
}
