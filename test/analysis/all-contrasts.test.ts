import { describe, expect, it } from 'vitest';
import { allContrasts } from '../../src/analysis/factorial/all-contrasts.ts';
import { summariseStudy } from '../../src/analysis/index.ts';

/** The sign of a product of base factors in a row, the first fastest. */
const signs = (rows: number, ...bits: readonly number[]): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) =>
    bits.reduce((sign, bit) => sign * ((row >> bit) & 1 ? 1 : -1), 1),
  );
const wordsOf = (coded: readonly Float64Array[]): readonly string[] | undefined =>
  allContrasts(coded)?.map(({ factors }) => factors.map((place) => 'ABCDEFGH'[place]).join(''));

describe('all contrasts of runs at two levels', () => {
  it('are the products of the factors of a full design, centre points or not', () => {
    const full = [signs(8, 0), signs(8, 1), signs(8, 2)];
    const words = ['A', 'B', 'C', 'AB', 'AC', 'BC', 'ABC'];
    expect(wordsOf(full)).toEqual(words);
    expect(wordsOf(full.map((column) => Float64Array.of(0, ...column, 0)))).toEqual(words);
  });

  it('have the shortest of their names in a fraction', () => {
    // D = ABC in 8 runs of 5 factors with E = AB: C x D is E, A x D and B x C are one.
    const base = [signs(8, 0), signs(8, 1), signs(8, 2)];
    expect(wordsOf([...base, signs(8, 0, 1, 2), signs(8, 0, 1)])).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
      'AC',
      'AD',
    ]);
    // A half of 2^5 with E = ABCD: the pairs are all that is left.
    const half = [0, 1, 2, 3].map((bit) => signs(16, bit));
    expect(wordsOf([...half, signs(16, 0, 1, 2, 3)])?.every((word) => word.length < 3)).toBe(true);
  });

  it('are not known where a run repeats or lacks, or the fraction is irregular', () => {
    const full = [signs(8, 0), signs(8, 1), signs(8, 2)];
    expect(wordsOf(full.map((column) => column.slice(1)))).toBeUndefined();
    expect(wordsOf(full.map((column) => Float64Array.of(...column, ...column)))).toBeUndefined();
    const twelve = '++-+++---+-';
    const plackettBurman = Array.from({ length: 11 }, (_, shift) =>
      Float64Array.from({ length: 12 }, (_unused, row) =>
        row < 11 && twelve[(row + 11 - shift) % 11] === '+' ? 1 : -1,
      ),
    );
    expect(wordsOf(plackettBurman)).toBeUndefined();
    const threeQuarters = [signs(16, 0), signs(16, 1), signs(16, 2), signs(16, 3)].map((column) =>
      Float64Array.from([...column].filter((_, row) => row % 4 !== 3)).slice(0, 8),
    );
    expect(wordsOf(threeQuarters)).toBeUndefined();
  });
});

describe('a contrast of three inputs that acts', () => {
  const [a, b, c, d] = [0, 1, 2, 3].map((bit) => signs(16, bit));
  const noise = [3, -1, 4, 1, -5, 9, -2, 6, 5, -3, 5, 8, -9, 7, 9, -3];
  const doubtsWith = (size: number): readonly string[] => {
    const values = { A: a, B: b, C: c, D: d };
    const y = Float64Array.from(
      noise,
      (value, row) =>
        4 * (a?.[row] ?? NaN) +
        size * (b?.[row] ?? NaN) * (c?.[row] ?? NaN) * (d?.[row] ?? NaN) +
        value / 100,
    );
    const { estimators } = summariseStudy({
      accepted: noise.map(() => true),
      columns: [
        ...Object.entries(values).map(([name, column = new Float64Array()]) => ({
          ...{ role: 'input' as const, name, values: column },
        })),
        { name: 'y', role: 'output', values: y },
      ],
    });
    const own = estimators.filter(
      ({ estimator }) => estimator === 'factorialEffects' || estimator === 'anova',
    );
    return own.map((one) => JSON.stringify(one));
  };

  it('is named as what the error of the effects, and of the table, holds', () => {
    const named = doubtsWith(2);
    expect(named).toHaveLength(2);
    for (const own of named) {
      expect(own).toContain('the contrast of B x C x D is no chance by Lenth’s margin');
    }
    for (const own of doubtsWith(0)) expect(own).not.toContain('is no chance by');
  });
});
