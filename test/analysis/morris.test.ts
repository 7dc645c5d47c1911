/** Elementary effects of variables whose steps aren't those of the grid: levels, whole numbers, rounding, weights, texts. */
import { describe, expect, it } from 'vitest';
import { calibrateScreening, screenings } from '../../bench/calibration/morris-studies.ts';
import { summariseStudy } from '../../src/analysis/index.ts';
import type { MorrisSummary } from '../../src/analysis/summarise-structure.ts';
import { morrisEffects } from '../../src/analysis/morris/morris-effects.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
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
  const options = { trajectories: 20 };
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
    expect(found.morris?.[0]?.effects[1]).toMatchObject({ mu: 3, categorical: true, count: 20 });
    expect(found.estimators.find(({ estimator }) => estimator === 'morris')).toMatchObject({
      planned: 60,
      used: 60,
      trust: 'good',
    });
  });

  it('are divided by the change that rounding left, and are 0 where it left none', () => {
    const round = (column: DesignColumn): DesignColumn =>
      column instanceof Float64Array ? column.map((value) => Math.round(value)) : column;
    const found = effectsOf({ a: uniform(0, 10), b: texts, c: uniform(-0.4, 0.4) }, { round });
    expect(muStar(found.morris)).toEqual([20, 3, 0]);
    expect(found.morris?.[0]?.effects[2]).toMatchObject({ mu: 0, count: 20, unmoved: 20 });
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
    if (wanted > 0) expect(effect).toMatchObject({ count: 20 });
    if (wanted > 0) expect(effect?.unmoved ?? 0).toBe(0);
  });

  it('lose those of a failed run only', () => {
    const found = effectsOf({ a: uniform(0, 1), b: texts, c: uniform(0, 10) }, { lost: [5] });
    expect(muStar(found.morris)).toEqual([2, 3, 1]);
    expect(found.estimators.find(({ estimator }) => estimator === 'morris')?.used).toBe(58);
  });
});

describe('the interval of mu*', () => {
  /** One variable that goes from 0 to 1 in each trajectory. */
  const stepsOf = (sizes: readonly number[]) => [
    {
      variable: { name: 'a', values: Float64Array.of(0, 1), range: 1 },
      effects: Float64Array.from(sizes),
      unmoved: 0,
    },
  ];
  const sizes = [8, 3, 0, 5.5, 2, 7, 4, 4, 1, 9];

  /** scipy 1.17.1: `stats.t.interval(confidence, 9, x.mean(), stats.sem(x))`. SALib 1.6.0 gives mu* 4.35 ± 1.7749, by a bootstrap. */
  it("is Student's over the sizes of the effects, as scipy has it", () => {
    const [own] = morrisEffects(stepsOf(sizes.map((size, place) => (place % 2 ? size : -size))));
    expect(own?.muStar).toBeCloseTo(4.35, 12);
    expect(own?.muStarInterval?.[0]).toBeCloseTo(2.203598123885601, 9);
    expect(own?.muStarInterval?.[1]).toBeCloseTo(6.4964018761143985, 9);
    const [narrow] = morrisEffects(stepsOf(sizes), 0.9);
    expect(narrow?.muStarInterval?.[0]).toBeCloseTo(2.610688027123648, 9);
    expect(narrow?.muStarInterval?.[1]).toBeCloseTo(6.0893119728763505, 9);
    expect(own).not.toHaveProperty('unseenShare');
  });

  it('says what equal effects support, and is left out beyond the largest number', () => {
    const [zero] = morrisEffects(stepsOf(Array.from({ length: 10 }, () => 0)));
    expect(zero?.muStarInterval).toEqual([0, 0]);
    expect(zero?.unseenShare).toBeCloseTo(1 - 0.05 ** 0.1, 12);
    const [huge] = morrisEffects(stepsOf([1e308, -1e308, 0, 1e308]));
    expect(huge?.muStarInterval?.every(Number.isFinite) ?? true).toBe(true);
  });

  it('of nothing beside an input that acts in few places holds what may have gone unseen', () => {
    const all = ['a', 'b'].map((name, j) => ({
      variable: { name, values: Float64Array.of(0, 1), range: 1 },
      effects: Float64Array.from({ length: 10 }, (_, place) => (j === 0 && place < 3 ? 150 : 0)),
      unmoved: 0,
    }));
    const [rare, none] = morrisEffects(all);
    expect(rare?.muStar).toBeCloseTo(45, 12);
    expect(none?.muStarInterval?.[1]).toBeCloseTo(150 * (1 - 0.05 ** 0.1), 9);
  });

  it.each([
    ['wave', 10, 0],
    ['corner', 10, 0],
    ['corner', 20, 0],
    ['linear', 20, 40],
    ['product', 20, 30],
  ])('of the model %s, %d trajectories, holds mu* where it is called good', (name, r, least) => {
    const screening = screenings.find((own) => own.name === name);
    if (!screening) throw new Error(`Expected a model ${name}`);
    for (const { good, missed } of calibrateScreening(screening, r, 50)) {
      expect(missed).toBeLessThanOrEqual(6);
      expect(good).toBeGreaterThanOrEqual(least);
      if (least === 0) expect(good).toBe(0);
    }
  });

  it('is a reason where it is wide, and where nothing was seen among rare effects', () => {
    const model = screenings.find(({ name }) => name === 'corner')?.model;
    const variables = ['a', 'b', 'c'].map((name) => ({ name, source: uniform(0, 1) }));
    const reasonsOf = (seed: number): readonly string[] => {
      const options = { trajectories: 10 };
      const design = createDesign({ method: 'morris', seed, variables, options });
      const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
      const [a = new Float64Array(), b, c] = columns;
      const y = a.map((value, row) => model?.(value, b?.[row] ?? 0, c?.[row] ?? 0) ?? 0);
      const found = summariseStudy(
        {
          accepted: Array.from(y, () => true),
          columns: [
            ...variables.map(({ name }, j) => ({
              name,
              role: 'input' as const,
              values: columns[j] ?? y,
            })),
            { name: 'y', role: 'output' as const, values: y },
          ],
        },
        { method: 'morris', options, seed, variables: ['a', 'b', 'c'] },
      );
      return found.estimators.find(({ estimator }) => estimator === 'morris')?.reasons ?? [];
    };
    const all = Array.from({ length: 20 }, (_, seed) => reasonsOf(seed + 1).join('; '));
    expect(all.every((reasons) => reasons.length > 0)).toBe(true);
    expect(all.join()).toMatch(/intervals of mu\* are wider than ± 25 % of the largest: a /u);
    expect(all.join()).toMatch(
      /c showed no effect in 10 trajectories, but most effects of [ab] are as small: .* can't be called inert/u,
    );
  });
});
