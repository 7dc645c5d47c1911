import { describe, expect, it } from 'vitest';
import { edgeRows } from '../../../src/cli/plan/edge-rows.ts';
import type { Plan } from '../../../src/study/plan.ts';

function plan(runCount: number, includesNominalRun = false): Plan {
  const first = includesNominalRun ? 0 : 1;
  return {
    runCount,
    includesNominalRun,
    rows: runCount,
    cases: 1,
    replicates: 1,
    columns: ['x'],
    caseColumns: [],
    jobs: [],
    notes: [],
    block: (start, count) => {
      const runNumbers = Array.from({ length: count }, (_, index) => first + start + index);
      return { runNumbers, columns: [Float64Array.from(runNumbers, (run) => run * 10)] };
    },
  };
}

describe('first and last rows', () => {
  it('are all rows of a small plan', () => {
    expect(edgeRows(plan(3), 2)).toEqual([
      [1, 10],
      [2, 20],
      [3, 30],
    ]);
  });

  it('leave the middle of a large one out', () => {
    expect(edgeRows(plan(1_000_000), 1)).toEqual([
      [1, 10],
      [1_000_000, 10_000_000],
    ]);
  });

  it('begin with the nominal run', () => {
    expect(edgeRows(plan(9, true), 1)).toEqual([
      [0, 0],
      [9, 90],
    ]);
  });

  it('are none when none are wanted', () => {
    expect(edgeRows(plan(9), 0)).toEqual([]);
  });
});
