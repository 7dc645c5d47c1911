/** Texts have no order: what is told of them must not depend on the order in which a study file has them. */
import { describe, expect, it } from 'vitest';
import { summariseStudy } from '../../src/analysis/index.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
import type { Cell } from '../../src/design/cell.ts';
import { createDesign } from '../../src/design/index.ts';

const range: InputDistribution = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
};

/** What is told of `t` beside `a`, where y is the text's own value and 2 a. */
function effectOf(
  texts: readonly string[],
  valueOf: Readonly<Record<string, number>>,
  change: { readonly weights?: readonly number[]; readonly column?: readonly Cell[] } = {},
  trajectories = 2 * 6,
) {
  const { weights, column } = change;
  const t = { kind: 'levels', values: texts, ...(weights ? { weights } : {}) } as const;
  const variables = [
    { name: 't', source: t },
    { name: 'a', source: range },
  ];
  const spec = { method: 'morris' as const, options: { trajectories }, seed: 3 };
  const design = createDesign({ ...spec, variables });
  const [drawn = [], a = []] = design.block(0, design.rowCount);
  const cells = column ?? [...drawn];
  const y = Float64Array.from(
    cells,
    (text, row) => (valueOf[String(text)] ?? NaN) + 2 * Number(a[row]),
  );
  const found = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        { name: 't', role: 'input', values: cells },
        { name: 'a', role: 'input', values: a },
        { name: 'y', role: 'output', values: y },
      ],
    },
    { ...spec, variables: ['t', 'a'], distributions: { t, a: range } },
  );
  return {
    cells,
    effect: found.morris?.[0]?.effects[0],
    reasons: found.estimators.find(({ estimator }) => estimator === 'morris')?.reasons ?? [],
  };
}

const steels = ['S235', 'S275', 'S355', 'S460'];
const alike = { S235: 0, S275: 50, S355: 0, S460: 50 };

describe('Morris’ mu* of texts', () => {
  it('is the mean over all pairs of them', () => {
    // Four of six pairs differ, by 50.
    expect(effectOf(steels, alike).effect?.muStar).toBeCloseTo((4 * 50) / 6, 9);
  });

  it('is the same in whatever order they are written', () => {
    const values = { x: 0, y: 1, z: 10 };
    for (const order of ['xyz', 'xzy', 'yxz', 'zyx']) {
      expect(effectOf([...order], values).effect?.muStar).toBeCloseTo(20 / 3, 9);
    }
  });

  it('is one of the texts that can be drawn', () => {
    const { cells, effect } = effectOf(steels, alike, { weights: [1, 0.01, 0, 5] });
    expect(new Set(cells)).toEqual(new Set(['S235', 'S275', 'S460']));
    expect(effect?.muStar).toBeCloseTo((2 * 50) / 3, 9);
  });

  it('grows by trajectories that keep the first ones', () => {
    const [few, more] = [8, 20].map((count) => effectOf(steels, alike, {}, count).cells);
    expect(more?.slice(0, few?.length)).toEqual(few);
  });

  it('is doubted where a table compares some of them only', () => {
    // Each moves half of the list on, as numbers do on their grid.
    const { cells } = effectOf(steels, alike);
    const column = cells.map((cell, row) => {
      const trajectory = Math.floor(row / 3);
      const isMoved = cell !== cells[3 * trajectory];
      return steels[(trajectory % 2) + (isMoved ? 2 : 0)] ?? '';
    });
    const { effect, reasons } = effectOf(steels, alike, { column });
    expect(effect?.muStar).toBe(0);
    expect(reasons.join()).toContain(
      'no move goes between some values of t (S235 and S275, S235 and S460, S275 and S355, … (4 pairs))',
    );
  });
});
