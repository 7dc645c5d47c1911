/** Experiments of textbooks with their printed effects. */
import { describe, expect, it } from 'vitest';
import { summariseStudy } from '../../src/analysis/index.ts';

/** The analysis of 2^k runs in standard order, the whole plan once or twice, one replicate after the other. */
function analyse(
  names: readonly string[],
  y: readonly number[],
): ReturnType<typeof summariseStudy> {
  return summariseStudy(
    {
      accepted: y.map(() => true),
      columns: [
        ...names.map((name, place) => ({
          name,
          role: 'input' as const,
          values: Float64Array.from(y, (_, row) => (row & (1 << place) ? 1 : -1)),
        })),
        { name: 'y', role: 'output', values: Float64Array.from(y) },
      ],
    },
    { method: 'full-factorial', options: {}, seed: 1, variables: names },
  );
}

function effectsOf(found: ReturnType<typeof summariseStudy>): Readonly<Record<string, number>> {
  const effects = found.factorialEffects?.[0]?.effects ?? [];
  return Object.fromEntries(
    effects.map(({ inputs, effect }) => [inputs.join(''), Number(effect.toFixed(10))]),
  );
}

describe('the pilot plant of Box, Hunter and Hunter (2005), table 5.3', () => {
  const once = [59, 74, 50, 69, 50, 81, 46, 79];
  const again = [61, 70, 58, 67, 54, 85, 44, 81];
  const found = analyse(['T', 'C', 'K'], [...once, ...again]);

  it('has the printed effects', () => {
    expect(effectsOf(found)).toMatchObject({ T: 23, C: -5, K: 1.5, TC: 1.5, TK: 10, CK: 0 });
  });

  it('has the printed standard error of 1.4 where all effects are fitted', () => {
    const [own] = found.factorialEffects ?? [];
    // The interaction of three, 0.5, isn't fitted: with it the pure error is 64 with 8 degrees of freedom.
    const residual = 64 + 4 * 0.5 ** 2;
    expect(own?.effects[0]?.standardError).toBeCloseTo(Math.sqrt(residual / 9 / 4), 10);
    expect(found.anova?.[0]?.residual).toMatchObject({ freedom: 9 });
    expect(found.anova?.[0]?.residual.sumOfSquares).toBeCloseTo(residual, 10);
  });
});

describe("the filtration rate of Montgomery's example 6.2, a 2^4 design", () => {
  const y = [45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96];
  const found = analyse(['A', 'B', 'C', 'D'], y);

  it('has the printed effects', () => {
    expect(effectsOf(found)).toMatchObject({
      ...{ A: 21.625, B: 3.125, C: 9.875, D: 14.625 },
      ...{ AB: 0.125, AC: -18.125, AD: 16.625, BC: 2.375, BD: -0.375, CD: -1.125 },
    });
  });

  it('has the higher contrasts and the errors that R (BsMD, LenthPlot) gives for them', () => {
    const [own] = found.factorialEffects ?? [];
    const higher = own?.higher?.map(({ inputs, effect }) => [inputs.join(''), effect.toFixed(9)]);
    expect(Object.fromEntries(higher ?? [])).toEqual({
      ...{ ABC: '1.875000000', ABD: '4.125000000', ACD: '-1.625000000' },
      ...{ BCD: '-2.625000000', ABCD: '1.375000000' },
    });
    expect(own?.lenth?.pseudoStandardError).toBeCloseTo(2.625, 10);
    expect(own?.lenth?.marginOfError).toBeCloseTo(6.747777, 6);
    expect(own?.lenth?.simultaneousMargin).toBeCloseTo(13.69896, 5);
    // The largest of 15 by scipy: norm.ppf(.5 + 14.5 / 30).
    expect(own?.effects[0]?.halfNormal).toBeCloseTo(2.12804523, 6);
  });

  it('has the printed sums of squares', () => {
    const terms = found.anova?.[0]?.terms ?? [];
    const squares = Object.fromEntries(
      terms.map(({ inputs, sumOfSquares }) => [inputs.join(''), sumOfSquares]),
    );
    for (const [name, printed] of Object.entries({
      ...{ A: 1870.5625, B: 39.0625, C: 390.0625, D: 855.5625 },
      ...{ AC: 1314.0625, AD: 1105.5625 },
    })) {
      expect(squares[name], name).toBeCloseTo(printed, 9);
    }
  });
});
