/** Whether an amended plan keeps the runs that a study has. Pure. */
import type { Cell } from '../../design/cell.ts';
import type { Plan } from '../plan.ts';

/** How the runs of an amended study differ from those that it has. */
export type ComparedRuns =
  /** Every run keeps its number and values; the last `added` ones are new. */
  | { readonly kind: 'kept'; readonly added: number }
  /** All that are left keep theirs, and the last `removed` ones are gone. */
  | { readonly kind: 'fewer'; readonly removed: number }
  /** What this run would become, or why its plan is another one. */
  | { readonly kind: 'other'; readonly why: string };

const blockRuns = 8192;

/** Compares the runs of two plans by number and value. */
export function compareRuns(before: Plan, after: Plan): ComparedRuns {
  if (before.columns.join('\n') !== after.columns.join('\n')) {
    return { kind: 'other', why: 'its inputs would be others' };
  }
  if (before.includesNominalRun !== after.includesNominalRun) {
    return { kind: 'other', why: 'the nominal run can be neither added nor taken away' };
  }
  const sizes = [sizeOf(before), sizeOf(after)] as const;
  const differing = firstDifferent(before, after, Math.min(...sizes));
  if (differing !== undefined) {
    return { kind: 'other', why: `run ${differing} would get other values` };
  }
  const [old, now] = sizes;
  return now < old ? { kind: 'fewer', removed: old - now } : { kind: 'kept', added: now - old };
}

function firstDifferent(before: Plan, after: Plan, count: number): number | undefined {
  for (let start = 0; start < count; start += blockRuns) {
    const size = Math.min(blockRuns, count - start);
    const [one, other] = [before.block(start, size), after.block(start, size)];
    for (const [row, run] of one.runNumbers.entries()) {
      if (other.runNumbers[row] !== run) return run;
      const isEqual = one.columns.every((cells, column) =>
        equal(cells[row], other.columns[column]?.[row]),
      );
      if (!isEqual) return run;
    }
  }
  return undefined;
}

function equal(one: Cell | undefined, other: Cell | undefined): boolean {
  return Object.is(one, other);
}

function sizeOf({ runCount, includesNominalRun }: Plan): number {
  return runCount + (includesNominalRun ? 1 : 0);
}
