/** Elementary effects of variables whose steps aren't those of the grid: levels, whole numbers, rounding, weights, texts. */
import { describe, expect, it } from 'vitest';
import { summariseStudy } from '../../src/analysis/index.ts';
import type { MorrisSummary } from '../../src/analysis/summarise-structure.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-family.ts';
import { createDesign, type DesignColumn } from '../../src/design/index.ts';

const uniform = (minvalue: number, maxvalue: number): InputDistribution => ({
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue, maxvalue },
});

/** The effects on 2 a + 3 (b is hard) + c / 10, by variable. */
function effectsOf(
  distributions: Readonly<Record<string, InputDistribution>>,
  { round = (column: DesignColumn) => column, lost = [] as readonly number[] } = {},
): ReturnType<typeof summariseStudy> {
  const options = { trajectories: 10 };
  const variables = Object.entries(distributions).map(([name, source]) => ({ name, source }));
  const design = createDesign({ method: 'morris', seed: 5, variables, options });
  const columns = design.block(0, design.rowCount).map(round);
  const [a, b, c] = columns;
  const y = Float64Array.from(
    { length: design.rowCount },
    (_, row) => 2 * Number(a?.[row]) + (b?.[row] === 'hard' ? 3 : 0) + Number(c?.[row]) / 10,
  );
  return summariseStudy(
    {
      accepted: Array.from(y, (_, row) => !lost.includes(row)),
      columns: [
        ...variables.map(({ name }, j) => ({
          name,
          role: 'input' as const,
          values: columns[j] ?? [],
        })),
        { name: 'y', role: 'output' as const, values: y },
      ],
    },
    {
      method: 'morris',
      options,
      seed: 5,
      variables: variables.map(({ name }) => name),
      distributions,
    },
  );
}

const texts: InputDistribution = { kind: 'levels', values: ['soft', 'hard'] };

describe('elementary effects', () => {
  const muStar = (morris: readonly MorrisSummary[] | undefined): readonly number[] =>
    (morris?.[0]?.effects ?? []).map((effect) => Number(effect.muStar.toPrecision(12)));

  it.each([
    ['levels 1 to 5', { kind: 'levels', values: [1, 2, 3, 4, 5] } as const, [8, 3, 1]],
    ['a range', uniform(0, 1), [2, 3, 1]],
  ])('of %s, a text and a number are those of the model', (_, first, wanted) => {
    const found = effectsOf({ a: first, b: texts, c: uniform(0, 10) });
    expect(muStar(found.morris)).toEqual(wanted);
    expect(found.morris?.[0]?.effects[1]).toMatchObject({ mu: 3, categorical: true, count: 10 });
    expect(found.estimators.find(({ estimator }) => estimator === 'morris')).toMatchObject({
      planned: 30,
      used: 30,
      trust: 'good',
    });
  });

  it('are divided by the change that rounding left, and are 0 where it left none', () => {
    const round = (column: DesignColumn): DesignColumn =>
      column instanceof Float64Array ? column.map((value) => Math.round(value)) : column;
    const found = effectsOf({ a: uniform(0, 10), b: texts, c: uniform(-0.4, 0.4) }, { round });
    expect(muStar(found.morris)).toEqual([20, 3, 0]);
    expect(found.morris?.[0]?.effects[2]).toMatchObject({ mu: 0, count: 10, unmoved: 10 });
    const { reasons } = found.estimators.find(({ estimator }) => estimator === 'morris') ?? {};
    expect(reasons).toEqual([]);
  });

  it.each([
    [[0.7, 0.3], 3],
    [[0.97, 0.03], 3],
    [[0.02, 0.98], 3],
    [[1, 0], 0],
  ])('of levels with the weights %j are of steps that move', (weights, wanted) => {
    const weighted: InputDistribution = { kind: 'levels', values: ['soft', 'hard'], weights };
    const [own] = effectsOf({ a: uniform(0, 1), b: weighted, c: uniform(0, 10) }).morris ?? [];
    const [, effect] = own?.effects ?? [];
    expect(effect?.muStar ?? 0).toBeCloseTo(wanted, 12);
    if (wanted > 0) expect(effect).toMatchObject({ count: 10 });
    if (wanted > 0) expect(effect?.unmoved ?? 0).toBe(0);
  });

  it('lose those of a failed run only', () => {
    const found = effectsOf({ a: uniform(0, 1), b: texts, c: uniform(0, 10) }, { lost: [5] });
    expect(muStar(found.morris)).toEqual([2, 3, 1]);
    expect(found.estimators.find(({ estimator }) => estimator === 'morris')?.used).toBe(28);
  });
});
