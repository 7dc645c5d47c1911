/** How one object is named below its folder's prefix, and what it holds. */
import type { z } from 'zod';
import { ResultError } from '../errors.ts';

/** An object by its name within its folder: a file for people or solvers, or a document. */
export interface StoredObject {
  readonly name: string;
}

/** An object that holds a value of a known shape. */
export interface StoredDocument<T> extends StoredObject {
  encode(value: T): string;
  /**
   * @param where how the object is named to a person, by default by its name
   * @throws ResultError RESULT_STORE naming the place that isn't of the shape
   */
  decode(text: string, where?: string): T;
}

/** All objects whose names begin alike. */
export interface StoredPrefix {
  /** Ends in `/`. */
  readonly prefix: string;
}

/** One JSON document. */
export function document<T>(name: string, schema: z.ZodType<T>): StoredDocument<T> {
  return {
    name,
    encode: (value) => `${JSON.stringify(value, null, 2)}\n`,
    decode: (text, where = name) => decodeJson(text, schema, () => where),
  };
}

/**
 * A list with one line of JSON per entry.
 * @param isPlain tells of most entries sooner than the schema that they are of the shape
 */
export function lines<T>(
  name: string,
  schema: z.ZodType<T>,
  isPlain?: (value: unknown) => value is T,
): StoredDocument<readonly T[]> {
  return {
    name,
    encode: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    decode: (text, where = name) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line, index) =>
          decodeJson(line, schema, () => `line ${index + 1} of ${where}`, isPlain),
        ),
  };
}

function decodeJson<T>(
  text: string,
  schema: z.ZodType<T>,
  where: () => string,
  isPlain?: (value: unknown) => value is T,
): T {
  const value = parseJson(text, where);
  if (isPlain?.(value) === true) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw damaged(where(), place === '' ? 'another kind of value' : `wrong at ${place}`);
}

function parseJson(text: string, where: () => string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(where(), 'not JSON', cause);
  }
}

function damaged(where: string, what: string, cause?: unknown): ResultError {
  return new ResultError('RESULT_STORE', `The store is damaged: ${where} is ${what}`, {
    hint: 'restore the file from a backup, or start again what it belongs to',
    cause,
  });
}
