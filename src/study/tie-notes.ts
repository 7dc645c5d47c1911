import { describeTies } from '../design/index.ts';
import { inputsOf } from './design-spec.ts';
import type { RowSource } from './row-source.ts';
import type { Study } from './study.ts';

/** Above so many rows or cells the plan doesn't look: the analysis tells. */
const mostRows = 8192;
const mostCells = 2 ** 21;

/** A sentence on inputs that the rows of a sequence tie together; none where `where` makes inputs depend on each other. */
export function tieNotes(study: Study, rows: RowSource): readonly string[] {
  const inputs = inputsOf(study);
  const { method, where, options } = study.design;
  if (where !== undefined || (method !== 'sobol' && method !== 'halton')) return [];
  if (rows.rowCount > mostRows || rows.rowCount * inputs.length > mostCells) return [];
  const columns = rows.block(0, rows.rowCount);
  const drawn = inputs.flatMap(({ name, source }, place) => {
    const values = columns[place];
    return values && source.kind !== 'expression' ? [{ name, values }] : [];
  });
  const found = describeTies(method, options, drawn);
  return found === undefined ? [] : [`${found}.`];
}
