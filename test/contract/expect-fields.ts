import { expect } from 'vitest';

/** Path of a field, such as `results.0.id`, -> its type as JSON has it, or several divided by `|`. */
export type FieldTypes = Readonly<Record<string, string>>;

/** Checks that an answer has the fields, each of a type that the reader of it takes. */
export function expectFields(answer: unknown, types: FieldTypes, of: string): void {
  const wrong = Object.entries(types).flatMap(([path, wanted]) => {
    const got = jsonType(readField(answer, path));
    return wanted.split('|').includes(got) ? [] : [`${path}: ${got}, expected ${wanted}`];
  });
  expect({ of, wrong }).toEqual({ of, wrong: [] });
}

/** Value at a path; undefined where a part of it isn't there. The empty path is the whole. */
export function readField(value: unknown, path: string): unknown {
  if (path === '') return value;
  return path
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null
          ? (at as Readonly<Record<string, unknown>>)[part]
          : undefined,
      value,
    );
}

function jsonType(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return isDate(value) ? 'date' : 'string';
  return typeof value;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
}
