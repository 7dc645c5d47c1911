/** What a variable holds, as far as is known before a run. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'any';

/** A value of an expression; NaN stands for a value that is missing or can't be computed. */
export type ExpressionValue = number | string | boolean;

/** The names an expression may use: with their kinds, or without (then every kind is taken). */
export type ExpressionNames = ReadonlySet<string> | ReadonlyMap<string, ValueKind>;

/** @returns the kind of `name`, or undefined where there is no such name */
export function kindOfName(names: ExpressionNames, name: string): ValueKind | undefined {
  if (!names.has(name)) return undefined;
  return 'get' in names ? names.get(name) : 'any';
}
