import type { DesignSpec, DesignVariable } from '../design/index.ts';
import type { InputVariable, Study } from './study.ts';

/** @returns what `src/design` makes rows of: the input variables that are drawn, in order */
export function designSpecOf(study: Pick<Study, 'variables' | 'design'>): DesignSpec {
  const { method, runs, seed, randomize, options } = study.design;
  return {
    method,
    ...(runs === undefined ? {} : { runs }),
    seed,
    ...(randomize === undefined ? {} : { randomize }),
    variables: inputsOf(study).flatMap(designVariable),
    options,
  };
}

/** Param and Design variables, in order. */
export function inputsOf(study: Pick<Study, 'variables'>): readonly InputVariable[] {
  return study.variables.filter(
    (variable): variable is InputVariable =>
      variable.type === 'Param' || variable.type === 'Design',
  );
}

function designVariable({ name, source, nominal }: InputVariable): readonly DesignVariable[] {
  if (source.kind === 'expression' || source.kind === 'table') return [];
  return [{ name, source, ...(nominal === undefined ? {} : { nominal }) }];
}
