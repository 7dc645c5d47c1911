/** Designs in which interactions stand in main effects by a share. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudySummary, type StudyTable } from '../../src/analysis/index.ts';

/** Plackett and Burman's twelve runs, doi:10.1093/biomet/33.4.305: the row shifted eleven times, then all low. */
const row = [1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1];
const design = Array.from({ length: 12 }, (_, run) =>
  run === 11 ? row.map(() => -1) : row.map((_value, j) => row[(j - run + 11) % 11] ?? 0),
);

function tableOf(
  inputs: Readonly<Record<string, readonly number[]>>,
  y: readonly number[],
): StudyTable {
  return {
    accepted: y.map(() => true),
    columns: [
      ...Object.entries(inputs).map(([name, values]) => ({
        ...{ name, role: 'input' as const, values: Float64Array.from(values) },
      })),
      { name: 'y', role: 'output', values: Float64Array.from(y) },
    ],
  };
}

/** Each row twice, with noise that is the other way the second time. */
function summarise(count: number, response: (x: readonly number[]) => number): StudySummary {
  const noise = [3, -1, 4, -1, 5, -9, 2, 6, -5, 3, 5, -8];
  const runs = [...design, ...design];
  const inputs = Object.fromEntries(
    Array.from({ length: count }, (_, j) => [`x${j + 1}`, runs.map((x) => x[j] ?? 0)]),
  );
  const y = runs.map(
    (x, run) => response(x) + ((run < 12 ? 1 : -1) * (noise[run % 12] ?? 0)) / 100,
  );
  return summariseStudy(tableOf(inputs, y));
}
const trustOf = (summary: StudySummary, estimator: string) =>
  summary.estimators.find((one) => one.estimator === estimator);

describe('a screening design whose interactions can’t all be terms', () => {
  const summary = summarise(11, ([, b = 0, c = 0]) => 10 * b + 3 * b * c);
  const effects = summary.factorialEffects?.[0]?.effects ?? [];

  it('tells by which share they stand in the inputs: a third, one way or the other', () => {
    const first = effects.find(({ inputs }) => inputs.join() === 'x1');
    const shares = first?.partialAliases?.largest ?? [];
    // The inert input has a third of what the interaction does, and seems sure.
    expect(Math.abs(first?.effect ?? 0)).toBeCloseTo(2, 1);
    expect(first?.pValue).toBeLessThan(1e-6);
    expect(shares.map(({ inputs }) => inputs.join())).toContain('x2,x3');
    expect(first?.partialAliases?.count).toBe(45);
    for (const { share } of shares) expect(Math.abs(share)).toBeCloseTo(1 / 3, 12);
    expect(shares.some(({ inputs }) => inputs.includes('x1'))).toBe(false);
  });

  it.each([
    ['factorialEffects', /x1 holds -?0\.33 of .* and 44 more/u],
    ['anova', /can't tell .* from other terms/u],
    ['sensitivity', /can't tell x1, .* from interactions of other inputs/u],
  ])('calls %s limited, and says why', (name, reason) => {
    const found = trustOf(summary, name);
    expect(found?.trust).toBe('limited');
    expect(found?.reasons.join()).toMatch(reason);
  });

  it('names a full alias of a main effect also where a run is missing', () => {
    // d = a b in the eight runs of three factors, one of them lost.
    const a = [-1, 1, -1, 1, -1, 1, -1];
    const b = [-1, -1, 1, 1, -1, -1, 1];
    const c = [-1, -1, -1, -1, 1, 1, 1];
    const inputs = { a, b, c, d: a.map((x, run) => x * (b[run] ?? 0)) };
    const y = a.map((x, run) => x + run / 100);
    const found = summariseStudy(tableOf(inputs, y)).factorialEffects?.[0]?.effects;
    const last = found?.find(({ inputs: names }) => names.join() === 'd');
    const told = [
      ...(last?.aliases ?? []).map((alias) => alias.inputs.join()),
      ...(last?.partialAliases?.largest ?? []).map((alias) => alias.inputs.join()),
    ];
    expect(told).toContain('a,b');
  });

  it('tells of a table with many inputs that its error holds their interactions', () => {
    // Plackett and Burman's twenty runs, each twice.
    const first = [1, 1, -1, -1, 1, 1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1, 1, -1];
    const twenty = Array.from({ length: 20 }, (_, run) =>
      run === 19 ? first.map(() => -1) : first.map((_x, j) => first[(j - run + 19) % 19] ?? 0),
    );
    const runs = [...twenty, ...twenty];
    const y = runs.map(([a = 0, b = 0, c = 0], run) => 10 * a + 3 * b * c + (run < 20 ? 0.1 : 0));
    const inputs = Object.fromEntries(
      first.map((_, j) => [`x${j + 1}`, runs.map((x) => x[j] ?? 0)]),
    );
    const found = trustOf(summariseStudy(tableOf(inputs, y)), 'anova');
    expect(found?.trust).toBe('limited');
    expect(found?.reasons.join()).toContain('the error holds interactions (171');
  });

  it('has none where all interactions are terms', () => {
    const small = summarise(3, ([a = 0, b = 0]) => 10 * a + 3 * a * b);
    const found = small.factorialEffects?.[0]?.effects ?? [];
    expect(found).toHaveLength(6);
    expect(found.filter((effect) => 'partialAliases' in effect)).toEqual([]);
  });
});
