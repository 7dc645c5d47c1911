import type { FieldError } from '../errors.ts';

const mostErrors = 50;

/**
 * The refusals in an error body as a flat list: maps, lists and texts nested in any way, as a REST framework writes them.
 * `{"jobanalyses": [{"command": ["Required."]}]}` gives `jobanalyses[0].command`.
 */
export function flattenFieldErrors(body: unknown): readonly FieldError[] {
  const found: FieldError[] = [];
  walk(body, '', 0, found);
  return found;
}

function walk(value: unknown, field: string, depth: number, found: FieldError[]): void {
  if (found.length >= mostErrors || depth > 20) return;
  if (typeof value === 'string') {
    if (value !== '') found.push({ field, message: value });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      walk(item, typeof item === 'string' ? field : `${field}[${index}]`, depth + 1, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const general = name === 'detail' || name === 'non_field_errors' || name === 'nonFieldErrors';
      const inside = field === '' ? name : `${field}.${name}`;
      walk(item, general ? field : inside, depth + 1, found);
    }
  } else if (value !== null && value !== undefined) {
    found.push({ field, message: JSON.stringify(value) });
  }
}
