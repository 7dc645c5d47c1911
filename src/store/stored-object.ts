/** How one object of a study is named and what it holds; {@link layout} lists them all. */
import type { z } from 'zod';
import { ResultError } from '../errors.ts';

/** An object by its name within the study: a file for people or solvers, or a document. */
export interface StudyObject {
  readonly name: string;
}

/** An object that holds a value of a known shape. */
export interface StudyDocument<T> extends StudyObject {
  encode(value: T): string;
  /** @throws ResultError RESULT_STORE naming the place that isn't of the shape */
  decode(text: string): T;
}

/** All objects whose names begin alike. */
export interface StudyPrefix {
  /** Ends in `/`. */
  readonly prefix: string;
}

/** One JSON document. */
export function document<T>(name: string, schema: z.ZodType<T>): StudyDocument<T> {
  return {
    name,
    encode: (value) => `${JSON.stringify(value, null, 2)}\n`,
    decode: (text) => decodeJson(text, schema, name),
  };
}

/** A list with one line of JSON per entry. */
export function lines<T>(name: string, schema: z.ZodType<T>): StudyDocument<readonly T[]> {
  return {
    name,
    encode: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    decode: (text) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line, index) => decodeJson(line, schema, `line ${index + 1} of ${name}`)),
  };
}

function decodeJson<T>(text: string, schema: z.ZodType<T>, where: string): T {
  const parsed = schema.safeParse(parseJson(text, where));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw damaged(where, place === '' ? 'another kind of value' : `wrong at ${place}`);
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(where, 'not JSON', cause);
  }
}

function damaged(where: string, what: string, cause?: unknown): ResultError {
  return new ResultError('RESULT_STORE', `The store is damaged: ${where} is ${what}`, {
    hint: 'restore the file from a backup, or start the study again',
    cause,
  });
}
