/**
 * What guards of messages are made of. A guard takes what arrived and gives back what it is, made anew of the fields that it knows: the code behind it
 * never sees a field that wasn't parsed. Further fields are dropped, not refused, as a newer version may send them to an older one. A library
 * for this would be a megabyte in each cached workflow.
 */
import { ApplicationFailure } from '@temporalio/workflow';
import {
  badMessage,
  describeValue,
  isTime,
  mostEntries,
  numberForms,
  textForms,
  timeWords,
} from '../../src/run/message-forms.ts';

/** Gives back the value as parsed. @param at its place in the message, such as `order.archive` @throws ApplicationFailure BAD_MESSAGE */
export type Guard<T> = (value: unknown, at: string) => T;

/** What to throw for a value that isn't as expected; never retried. */
export function mismatch(at: string, expected: string, got: unknown): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Expected ${at} to be ${expected}, got ${describeValue(got)}`,
    badMessage,
  );
}

/** A text of one of the forms that all messages share. */
export function text(form: keyof typeof textForms): Guard<string> {
  const { pattern, words } = textForms[form];
  return (value, at) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw mismatch(at, words, value);
  };
}

/** A whole number of one of the forms that all messages share. */
export function whole(form: keyof typeof numberForms): Guard<number> {
  const { least, most } = numberForms[form];
  return (value, at) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw mismatch(at, `a whole number from ${least} to ${most}`, value);
  };
}

/** ISO 8601, UTC. */
export const time: Guard<string> = (value, at) => {
  if (typeof value === 'string' && isTime(value)) return value;
  throw mismatch(at, timeWords, value);
};

/** True or false. */
export const flag: Guard<boolean> = (value, at) => {
  if (typeof value === 'boolean') return value;
  throw mismatch(at, 'true or false', value);
};

/** One of a few values. */
export function oneOf<const T extends string | boolean>(...values: readonly T[]): Guard<T> {
  return (value, at) => {
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw mismatch(
      at,
      values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`,
      value,
    );
  };
}

/** Every element by one guard. */
export function list<T>(element: Guard<T>, least = 0): Guard<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < least || value.length > mostEntries) {
      throw mismatch(at, `a list of ${least} to ${mostEntries} entries`, value);
    }
    return value.map((one, index) => element(one, `${at}[${index}]`));
  };
}

/** Entries by a guard for their keys and one for their values. */
export function record<T>(key: Guard<string>, entry: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value, at) => {
    const fields = fieldsOf(value, at);
    const names = Object.keys(fields);
    if (names.length > mostEntries) throw mismatch(at, `at most ${mostEntries} entries`, value);
    return Object.fromEntries(
      names.map((name) => [key(name, `a key of ${at}`), entry(fields[name], `${at}.${name}`)]),
    );
  };
}

/** A field that may be left out. */
export interface OptionalField<T> {
  readonly optional: Guard<T>;
}

/** Marks a field of {@link object} that may be left out. */
export function optional<T>(guard: Guard<T>): OptionalField<T> {
  return { optional: guard };
}

/** A guard for each field of `T`: one that is forgotten doesn't compile, and one may be left out exactly where `T` says so. */
export type Fields<T> = {
  readonly [Key in keyof T]-?: undefined extends T[Key]
    ? OptionalField<Exclude<T[Key], undefined>>
    : Guard<T[Key]>;
};

/** An object with these fields. */
export function object<T>(guards: Fields<T>): Guard<T> {
  const entries = Object.entries(guards) as [string, Guard<unknown> | OptionalField<unknown>][];
  return (value, at) => {
    const given = fieldsOf(value, at);
    const known = entries.flatMap(([name, guard]) => {
      const field = Object.hasOwn(given, name) ? given[name] : undefined;
      if (typeof guard === 'function') return [[name, guard(field, `${at}.${name}`)] as const];
      if (field === undefined) return [];
      return [[name, guard.optional(field, `${at}.${name}`)] as const];
    });
    return Object.fromEntries(known) as T;
  };
}

/** An object whose fields may each be left out, as where an earlier version didn't have them yet. */
export function partial<T>(guards: {
  readonly [Key in keyof T]-?: Guard<Exclude<T[Key], undefined>>;
}): Guard<Partial<T>> {
  const fields = Object.entries(guards).map(([name, guard]) => [
    name,
    optional(guard as Guard<unknown>),
  ]);
  return object(Object.fromEntries(fields) as Fields<Partial<T>>);
}

/** One of several objects that a field tells apart. */
export function variant<Tag extends string, T extends Readonly<Record<Tag, string>>>(
  tag: Tag,
  variants: { readonly [Kind in T[Tag]]: Guard<Extract<T, Readonly<Record<Tag, Kind>>>> },
): Guard<T> {
  const kindOf = oneOf(...(Object.keys(variants) as T[Tag][]));
  return (value, at) => {
    const given = fieldsOf(value, at);
    const kind = kindOf(Object.hasOwn(given, tag) ? given[tag] : undefined, `${at}.${tag}`);
    return variants[kind](value, at);
  };
}

function fieldsOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw mismatch(at, 'an object', value);
}
