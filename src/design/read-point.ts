import type { DesignContext } from './design-context.ts';

/** Numbers by variable from an option such as `{w: 0.1, t: 0.2}`; empty where it is absent or one number. @throws DesignError */
export function readNumbers(context: DesignContext, key: string): ReadonlyMap<string, number> {
  return readMap(context, key, (_, value) => (typeof value === 'number' ? value : NaN));
}

/**
 * A point from an option such as `{w: 1, grade: S355}`, as places of the variables; it may name some of them only.
 * @throws DesignError for unknown names, and for values that a variable doesn't have
 */
export function readPoint(context: DesignContext, key: string): ReadonlyMap<string, number> {
  return readMap(context, key, (variable, value) =>
    typeof value === 'number' || typeof value === 'string' ? variable.place(value) : NaN,
  );
}

function readMap(
  context: DesignContext,
  key: string,
  read: (variable: DesignContext['variables'][number], value: unknown) => number,
): ReadonlyMap<string, number> {
  const given = context.option(key);
  const found = new Map<string, number>();
  if (given === undefined || typeof given === 'number') return found;
  const { variables } = context;
  const expected = 'a map from variables to values';
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    return context.refuse(key, expected, `such as {${variables[0]?.name ?? 'w'}: 1}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const variable = variables.find((one) => one.name === name);
    if (!variable) {
      const known = variables.map((one) => one.name).join(', ');
      return context.refuse(key, expected, `\`${name}\` isn't one of ${known}`);
    }
    const place = read(variable, value);
    if (!Number.isFinite(place)) {
      const kind = variable.levelCount === undefined ? 'a number' : 'one of its levels';
      return context.refuse(key, `${expected}, that of ${name} ${kind}`);
    }
    found.set(name, place);
  }
  return found;
}
