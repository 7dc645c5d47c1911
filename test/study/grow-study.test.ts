import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import { furtherRuns, growStudy } from '../../src/study/grow-study.ts';
import type { Plan } from '../../src/study/plan.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import { placeOfRun } from '../../src/study/run-order.ts';
import type { Cell } from '../../src/design/cell.ts';
import type { DesignSettings } from '../../src/design/design-settings.ts';
import type { Study, Variable } from '../../src/study/study.ts';
import { studyOf, uniform } from './plain-study.ts';

const load: Variable = { type: 'Case', name: 'load', values: [500, 1000] };

const growing = (design: Partial<DesignSettings>): Study =>
  studyOf(
    [uniform('x'), uniform('y'), load],
    { method: 'monte-carlo', runs: 16, ...design },
    { runsPerJob: 10 },
  );

const plan = (study: Study): Plan => planStudy(study, { tables: new Map(), compileRunExpression });

function runsOf(made: Plan): Cell[][] {
  const total = made.runCount + (made.includesNominalRun ? 1 : 0);
  const { runNumbers, columns } = made.block(0, total);
  return runNumbers.map((run, at) => [run, ...columns.map((column) => column[at] ?? '')]);
}

describe('a study that grows', () => {
  it('keeps every earlier run, byte for byte, and numbers on', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DesignSettings['method']>(
          'monte-carlo',
          'latin-hypercube',
          'sobol',
          'halton',
        ),
        fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.constantFrom(undefined, 'x + y < 1.3'),
        fc.integer({ min: 1, max: 1000 }),
        (method, doublings, replicates, includeNominalRun, where, seed) => {
          let study: Study = growing({
            method,
            replicates,
            includeNominalRun,
            seed,
            ...(where === undefined ? {} : { where }),
          });
          let before = plan(study);
          for (const doubling of doublings) {
            const grown = growStudy(study, (2 ** doubling - 1) * before.rows);
            const after = plan(grown);
            const kept = runsOf(before);
            const all = runsOf(after);
            expect(all.slice(0, kept.length)).toEqual(kept);
            const first = before.runCount + 1;
            const further = runsOf(furtherRuns(after, before));
            expect(further).toEqual(all.slice(kept.length));
            expect(further.map(([run]) => run)).toEqual(
              Array.from({ length: after.runCount - before.runCount }, (_, index) => first + index),
            );
            const points = new Set(
              all.slice(includeNominalRun ? 1 : 0).map(([, x, y]) => `${x} ${y}`),
            );
            expect(points.size).toBe(after.rows);
            if (where !== undefined) {
              for (const [, x, y] of further) expect(Number(x) + Number(y)).toBeLessThan(1.3);
            }
            [study, before] = [grown, after];
          }
        },
      ),
      { seed: 31, numRuns: 40 },
    );
  });

  it('runs each step with all its replicates after the runs before it', () => {
    const made = plan(growing({ runs: 2, replicates: 2, extend: [1] }));
    expect(made).toMatchObject({ rows: 3, runCount: 12, stages: [2, 1] });
    const places = Array.from({ length: 12 }, (_, index) => placeOfRun(made, index + 1));
    expect(places.map(({ row, replicate, case: one }) => [row, replicate, one])).toEqual([
      [0, 1, 0],
      [0, 1, 1],
      [1, 1, 0],
      [1, 1, 1],
      [0, 2, 0],
      [0, 2, 1],
      [1, 2, 0],
      [1, 2, 1],
      [2, 1, 0],
      [2, 1, 1],
      [2, 2, 0],
      [2, 2, 1],
    ]);
    const runs = runsOf(made);
    expect(runs[8]?.[1]).toBe(runs[11]?.[1]);
    expect(runs[0]?.[1]).toBe(runs[5]?.[1]);
  });

  it('gives the same cells in any block', () => {
    const made = plan(growing({ runs: 5, replicates: 2, extend: [3, 4], includeNominalRun: true }));
    const all = runsOf(made);
    for (let start = 0; start < all.length; start += 1) {
      for (const count of [1, 7, all.length - start]) {
        if (start + count > all.length) continue;
        const { runNumbers, columns } = made.block(start, count);
        const cells = runNumbers.map((run, at) => [run, ...columns.map((column) => column[at])]);
        expect(cells).toEqual(all.slice(start, start + count));
      }
    }
  });
});
