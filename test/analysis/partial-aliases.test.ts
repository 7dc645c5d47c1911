/** Designs in which interactions stand in main effects by a share. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudySummary, type StudyTable } from '../../src/analysis/index.ts';

/** Plackett and Burman's twelve runs, doi:10.1093/biomet/33.4.305: the row shifted eleven times, then all low. */
const row = [1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1];
const design = Array.from({ length: 12 }, (_, run) =>
  run === 11 ? row.map(() => -1) : row.map((_value, j) => row[(j - run + 11) % 11] ?? 0),
);

/** Each row twice, with noise that is the other way the second time. */
function summarise(count: number, response: (x: readonly number[]) => number): StudySummary {
  const noise = [3, -1, 4, -1, 5, -9, 2, 6, -5, 3, 5, -8];
  const runs = [...design, ...design];
  const table: StudyTable = {
    accepted: runs.map(() => true),
    columns: [
      ...Array.from({ length: count }, (_, j) => ({
        ...{ name: `x${j + 1}`, role: 'input' as const },
        values: Float64Array.from(runs, (x) => x[j] ?? 0),
      })),
      {
        name: 'y',
        role: 'output',
        values: Float64Array.from(
          runs,
          (x, run) => response(x) + ((run < 12 ? 1 : -1) * (noise[run % 12] ?? 0)) / 100,
        ),
      },
    ],
  };
  return summariseStudy(table);
}
const trustOf = (summary: StudySummary, estimator: string) =>
  summary.estimators.find((one) => one.estimator === estimator);

describe('a screening design whose interactions can’t all be terms', () => {
  const summary = summarise(11, ([, b = 0, c = 0]) => 10 * b + 3 * b * c);
  const effects = summary.factorialEffects?.[0]?.effects ?? [];

  it('tells by which share they stand in the inputs: a third, one way or the other', () => {
    const first = effects.find(({ inputs }) => inputs.join() === 'x1');
    const shares = first?.partialAliases ?? [];
    // The inert input has a third of what the interaction does, and seems sure.
    expect(Math.abs(first?.effect ?? 0)).toBeCloseTo(2, 1);
    expect(first?.pValue).toBeLessThan(1e-6);
    expect(shares.map(({ inputs }) => inputs.join())).toContain('x2,x3');
    for (const { share } of shares) expect(Math.abs(share)).toBeCloseTo(1 / 3, 12);
    expect(shares.some(({ inputs }) => inputs.includes('x1'))).toBe(false);
  });

  it.each(['factorialEffects', 'anova', 'sensitivity'])(
    'calls %s limited, and says why',
    (name) => {
      const found = trustOf(summary, name);
      expect(found?.trust).toBe('limited');
      expect(found?.reasons.join()).toMatch(/by a share|can't tell|holds interactions/u);
    },
  );

  it('has none where all interactions are terms', () => {
    const small = summarise(3, ([a = 0, b = 0]) => 10 * a + 3 * a * b);
    const found = small.factorialEffects?.[0]?.effects ?? [];
    expect(found).toHaveLength(6);
    expect(found.filter((effect) => 'partialAliases' in effect)).toEqual([]);
  });
});
