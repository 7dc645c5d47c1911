import type { Variable } from '../study/study.ts';

/** What stands on an axis: the label with the name behind it, by which files and commands know it, or the name alone; and the unit where there is one. */
export function axisTitle({
  name,
  unit,
  label,
}: Pick<Variable, 'name' | 'unit' | 'label'>): string {
  const isSame = label === undefined || label.trim().toLowerCase() === name.toLowerCase();
  const title = isSame ? name : `${label.trim()} (${name})`;
  return unit === undefined ? title : `${title} [${unit}]`;
}

/** A title of {@link axisTitle} without its label, for a place that has no room for both: the name must be found. */
export function titleWithoutLabel(title: string, name: string): string {
  const at = title.indexOf(` (${name})`);
  return at < 0 ? title : `${name}${title.slice(at + name.length + 3)}`;
}

/** Gives back {@link axisTitle} by a variable's name. */
export function titlesOf(variables: readonly Variable[]): (name: string) => string {
  const titles = new Map(variables.map((variable) => [variable.name, axisTitle(variable)]));
  return (name) => titles.get(name) ?? name;
}
