/** What the columns of a results table hold, as the study says, whatever their cells are. Pure. */
import { sourceColumn } from '../../run/reused-from.ts';
import { revisionColumn } from '../../run/revision-of.ts';
import { kindOfVariable } from '../../study-file/index.ts';
import type { Study, Variable } from '../../study/study.ts';

export type ColumnKind = 'integer' | 'number' | 'text' | 'boolean';

/** Kinds by name of column; a variable that may hold both numbers and texts has none. */
export function columnKinds({ variables }: Study): ReadonlyMap<string, ColumnKind> {
  return new Map<string, ColumnKind>([
    ['run', 'integer'],
    ...variables.flatMap((variable) => {
      const kind = kindOf(variable);
      return kind === undefined ? [] : [[variable.name, kind] as const];
    }),
    ['status', 'text'],
    ['reason', 'text'],
    [revisionColumn(variables), 'integer'],
    [sourceColumn(variables), 'text'],
  ]);
}

function kindOf(variable: Variable): ColumnKind | undefined {
  const isInteger =
    (variable.type === 'Output' && variable.valueType === 'integer') ||
    ('integer' in variable && variable.integer === true);
  if (isInteger) return 'integer';
  const kind = kindOfVariable(variable);
  return kind === 'any' ? undefined : kind;
}
