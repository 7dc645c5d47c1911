import type { Variable } from '../study/study.ts';

/** Names of the responses that are numbers. */
export function namesOfNumbers(variables: readonly Variable[]): readonly string[] {
  return variables
    .filter(
      (variable) =>
        variable.type === 'Objective' ||
        (variable.type === 'Output' &&
          (variable.valueType === 'number' || variable.valueType === 'integer')),
    )
    .map(({ name }) => name);
}
