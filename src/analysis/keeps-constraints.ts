import type { StudyTable } from './study-table.ts';

/** Whether each run is accepted and keeps all constraints; one whose constraint has no value keeps it not. */
export function keepsConstraints({ columns, accepted }: StudyTable): readonly boolean[] {
  const constraints = columns.filter(({ role }) => role === 'constraint');
  return Array.from(accepted, Boolean).map(
    (counts, row) => counts && constraints.every(({ values }) => Number(values[row]) === 1),
  );
}
