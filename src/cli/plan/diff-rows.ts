import type { Cell } from '../../design/cell.ts';
import type { Plan } from '../../study/plan.ts';

/** A run of one plan whose values no run of the other has. */
export interface RowOfOnePlan {
  readonly run: number;
  readonly values: Readonly<Record<string, Cell>>;
}

/** How the runs of two plans differ; runs are the same where all their inputs are equal. */
export interface ChangedRows {
  readonly before: number;
  readonly after: number;
  /** Runs of both, under whatever number. */
  readonly same: number;
  /** Of these, runs that have another number. */
  readonly renumbered: number;
  readonly added: number;
  readonly removed: number;
  /** The first of them. */
  readonly addedRows: readonly RowOfOnePlan[];
  readonly removedRows: readonly RowOfOnePlan[];
}

/** @param show how many added and removed rows are given in full */
export function diffRows(before: Plan, after: Plan, show: number): ChangedRows {
  /** Numbers of the runs that have these values and no partner yet, in order. */
  const unmatched = new Map<string, number[]>();
  for (const { run, key } of keyedRuns(before)) {
    const runs = unmatched.get(key);
    if (runs === undefined) unmatched.set(key, [run]);
    else runs.push(run);
  }
  const addedRows: RowOfOnePlan[] = [];
  let [same, renumbered, added] = [0, 0, 0];
  for (const { run, key, values } of keyedRuns(after)) {
    const runs = unmatched.get(key) ?? [];
    const at = Math.max(0, runs.indexOf(run));
    const [partner] = runs.splice(at, 1);
    if (partner === undefined) {
      added += 1;
      if (addedRows.length < show) addedRows.push({ run, values: values() });
      continue;
    }
    same += 1;
    if (partner !== run) renumbered += 1;
  }
  const left = [...unmatched].flatMap(([key, runs]) => runs.map((run) => ({ key, run })));
  left.sort((a, b) => a.run - b.run);
  return {
    before: sizeOf(before),
    after: sizeOf(after),
    ...{ same, renumbered, added },
    removed: left.length,
    addedRows,
    removedRows: left.slice(0, show).map(({ key, run }) => ({
      run,
      values: Object.fromEntries(JSON.parse(key) as [string, Cell][]),
    })),
  };
}

const blockRuns = 8192;

function* keyedRuns(plan: Plan): Generator<{
  readonly run: number;
  readonly key: string;
  readonly values: () => Readonly<Record<string, Cell>>;
}> {
  const order = plan.columns.map((_, index) => index);
  // The same inputs in another order are the same.
  order.sort((a, b) => ((plan.columns[a] ?? '') < (plan.columns[b] ?? '') ? -1 : 1));
  const total = sizeOf(plan);
  for (let start = 0; start < total; start += blockRuns) {
    const { runNumbers, columns } = plan.block(start, Math.min(blockRuns, total - start));
    for (const [row, run] of runNumbers.entries()) {
      const cell = (index: number): [string, Cell] => [
        plan.columns[index] ?? '',
        columns[index]?.[row] ?? '',
      ];
      yield {
        run,
        key: JSON.stringify(order.map(cell)),
        values: () => Object.fromEntries(plan.columns.map((_, index) => cell(index))),
      };
    }
  }
}

function sizeOf(plan: Plan): number {
  return plan.runCount + (plan.includesNominalRun ? 1 : 0);
}
