import type { PlatformContext } from '../context.ts';
import { customFieldsOf, type FieldDefinition } from '../database/custom-field-store.ts';
import { findFile } from '../database/file-store.ts';
import type { JobRow } from '../database/job-store.ts';
import { FieldErrors, isObject } from './body-reader.ts';
import { badRequest } from '../http/problem.ts';

/**
 * Values for a job's custom fields, each checked against its definition; null clears.
 *
 * @throws Problem 400 for an unknown field, a value of another type, or a required field of a job that has started.
 */
export function checkFieldValues(
  context: PlatformContext,
  job: JobRow,
  body: unknown,
): readonly (readonly [name: string, value: unknown])[] {
  if (!isObject(body)) {
    throw badRequest({ detail: 'Invalid data. Expected a dictionary from field name to value.' });
  }
  const errors = new FieldErrors();
  const fields = new Map(
    customFieldsOf(context.database, job.id).map((f) => [f.definition.name, f.definition]),
  );
  const values = Object.entries(body);
  for (const [name, value] of values) {
    const field = fields.get(name);
    const mistake =
      field === undefined
        ? 'The job has no such field.'
        : field.isRequired && job.status !== null
          ? 'This field is locked since the job was started.'
          : value === null
            ? undefined
            : mistakeIn(context, field, value);
    if (mistake !== undefined) errors.add([name], mistake);
  }
  errors.throwIfAny();
  return values;
}

function mistakeIn(
  context: PlatformContext,
  field: FieldDefinition,
  value: unknown,
): string | undefined {
  if (!field.isMultiple) return mistakeInOne(context, field, value);
  if (!Array.isArray(value)) return 'Expected a list of values.';
  for (const one of value as unknown[]) {
    const mistake = mistakeInOne(context, field, one);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function mistakeInOne(
  context: PlatformContext,
  field: FieldDefinition,
  value: unknown,
): string | undefined {
  if (field.valueType === 'number') {
    return typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : 'A valid number is required.';
  }
  if (typeof value !== 'string') return 'Not a valid string.';
  switch (field.valueType) {
    case 'select':
      return field.allowOther || field.enumOptions.includes(value)
        ? undefined
        : `"${value}" is not a valid choice.`;
    case 'date':
      return isDate(value) ? undefined : 'Expected a date as year/month/day.';
    case 'file':
      return findFile(context.database, value) === undefined
        ? `Invalid pk "${value}" - object does not exist.`
        : undefined;
    case 'user':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'Enter a valid email address.';
    default:
      return undefined;
  }
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
