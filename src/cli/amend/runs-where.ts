import type { RunOutcome } from '../../run/run-outcome.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { createResultsTable } from '../studies/results-table.ts';

/** Numbers of the runs for which an expression over the columns of the results is true, in order, without the nominal one. */
export async function runsWhere(
  { study, plan, ended }: PlannedStoredStudy,
  attempts: readonly (readonly RunOutcome[])[],
  where: string,
): Promise<readonly number[]> {
  const table = createResultsTable(study, plan, attempts, ended !== undefined);
  const { compileRowFilter } = await import('../tables/compile-row-filter.ts');
  const isMeant = compileRowFilter(table, where);
  const numbers = (table.columns[0]?.cells ?? []).map(Number);
  return numbers.filter((run, row) => run > 0 && isMeant(row));
}
