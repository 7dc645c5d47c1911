/** The results of a study as a table in memory, also while it runs. */
import { mergeOutcomes } from '../../run/run-outcome.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import { hasReused, sourceColumn, sourceText } from '../../run/reused-from.ts';
import { revisionOf } from '../../run/first-revision.ts';
import { hasRevisions, revisionColumn } from '../../run/revision-of.ts';
import { stateOfRun } from '../../run/run-state.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { RowTable, TableCell } from '../tables/row-table.ts';

/** Rows of the plan that are read at once. */
const blockSize = 10_000;

/**
 * One row per planned run: `run`, variables in the order of the study file, `status`, `reason`, the revision of its files where
 * the runs have several, and where the row came from where some are reused. Runs that have no outcome have missing
 * values and the status `Planned`, or `Withdrawn` when their study is over or its owner withdrew them.
 * @param withdrawn runs that amendments withdrew, each with the revision that did
 */
export function createResultsTable(
  study: Study,
  plan: Plan,
  attempts: readonly (readonly RunOutcome[])[],
  isStudyOver: boolean,
  withdrawn: ReadonlyMap<number, number> = new Map(),
): RowTable {
  const outcomes = new Map(
    [...mergeOutcomes(attempts).values()].map((outcome) => [outcome.run, outcome]),
  );
  type FurtherCell = (outcome: RunOutcome | undefined, run: number) => TableCell;
  const revised: FurtherCell = (one, run) =>
    one === undefined ? (withdrawn.get(run) ?? null) : revisionOf(one);
  const source: FurtherCell = (one) => (one && sourceText(one)) || null;
  const isRevised = hasRevisions(outcomes.values()) || withdrawn.size > 0;
  const further = new Map<string, FurtherCell>([
    ...(isRevised ? [[revisionColumn(study.variables), revised] as const] : []),
    ...(hasReused(outcomes.values()) ? [[sourceColumn(study.variables), source] as const] : []),
  ]);
  const variables = study.variables.map((variable) => variable.name);
  const names = ['run', ...variables, 'status', 'reason', ...further.keys()];
  const cells = new Map<string, TableCell[]>(names.map((name) => [name, []]));
  const size = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  for (let start = 0; start < size; start += blockSize) {
    const block = plan.block(start, Math.min(blockSize, size - start));
    block.runNumbers.forEach((run, index) => {
      const outcome = outcomes.get(run);
      cells.get('run')?.push(run);
      cells
        .get('status')
        ?.push(stateOfRun({ outcome, isStudyOver, isWithdrawn: withdrawn.has(run) }));
      cells.get('reason')?.push(outcome?.reason ?? null);
      for (const [name, cellOf] of further) cells.get(name)?.push(cellOf(outcome, run));
      for (const { name } of study.variables) {
        const input = plan.columns.indexOf(name);
        const value = input === -1 ? outcome?.values[name] : block.columns[input]?.[index];
        cells.get(name)?.push(value ?? null);
      }
    });
  }
  return {
    rowCount: size,
    columns: names.map((name) => ({ name, cells: cells.get(name) ?? [] })),
  };
}
