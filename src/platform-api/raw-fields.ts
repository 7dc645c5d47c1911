import { UsageError } from '../errors.ts';

/**
 * A request body from `name=value` texts, as `--field` gives them. `a[b]=1` nests, `a[]=1` appends; `true`, `false`, `null` and
 * numbers become themselves, everything else is text; `name:=JSON` takes JSON.
 * @throws UsageError USAGE_API
 */
export function parseRawFields(fields: readonly string[]): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const field of fields) {
    const match = /^([^=[\]:]+)((?:\[[^[\]]*\])*)(:?=)([\s\S]*)$/.exec(field);
    const [, name = '', rest = '', sign = '', text = ''] = match ?? [];
    if (match === null || name === '__proto__') {
      throw new UsageError('USAGE_API', `Expected name=value, got ${JSON.stringify(field)}`, {
        hint: 'Nested: hardware[slots]=4; appended: jobIds[]=abcd; JSON: flags:={"igCv":true}',
      });
    }
    const path = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
    assign(body, [name, ...path], sign === ':=' ? parseJson(field, text) : parseValue(text), field);
  }
  return { ...body };
}

function assign(
  body: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
  field: string,
): void {
  let target: Record<string, unknown> | unknown[] = body;
  for (const [index, part] of path.entries()) {
    const last = index === path.length - 1;
    const inner: unknown = last ? value : path[index + 1] === '' ? [] : {};
    if (Array.isArray(target) !== (part === '')) throw mixed(field);
    if (Array.isArray(target)) target.push(inner);
    else if (last || !Object.hasOwn(target, part)) target[part] = inner;
    const next: unknown = Array.isArray(target) ? target.at(-1) : target[part];
    if (!last && (typeof next !== 'object' || next === null)) throw mixed(field);
    if (!last) target = next as Record<string, unknown> | unknown[];
  }
}

function parseValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError('USAGE_API', `Expected JSON after :=, got ${JSON.stringify(field)}`, {
      cause,
    });
  }
}

function mixed(field: string): UsageError {
  return new UsageError(
    'USAGE_API',
    `The field ${field} doesn't fit the fields before it: one name has two kinds of value`,
  );
}
