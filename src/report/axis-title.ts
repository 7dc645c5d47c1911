import type { Variable } from '../study/study.ts';

/** What stands on an axis: the name, and the unit where there is one. */
export function axisTitle({ name, unit }: Pick<Variable, 'name' | 'unit'>): string {
  return unit === undefined ? name : `${name} [${unit}]`;
}

/** Gives back {@link axisTitle} by a variable's name. */
export function titlesOf(variables: readonly Variable[]): (name: string) => string {
  const titles = new Map(variables.map((variable) => [variable.name, axisTitle(variable)]));
  return (name) => titles.get(name) ?? name;
}
