/** Rows whose inputs go together otherwise than the study says are of themselves only. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

const drawn = {
  kind: 'generator',
  generator: 'Normal',
  settings: { mean: 0, stddev: 1 },
} as const;

/** What `moments` is told of `runs` rows whose two inputs have the correlation `rho`, in one of many tables. */
function told(rho: number, structure: Partial<StudyStructure>, table = 0, runs = 100): string {
  const uniforms = new Float64Array(3 * runs);
  createStream(5, '/pairs').fill(uniforms, table * uniforms.length);
  const normals = uniforms.map((u) => normalQuantile(u));
  const a = normals.slice(0, runs);
  const b = a.map((x, run) => rho * x + Math.sqrt(1 - rho ** 2) * (normals[runs + run] ?? 0));
  const y = a.map((x, run) => x + (b[run] ?? 0) + (normals[2 * runs + run] ?? 0));
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        { name: 'a', role: 'input', values: a },
        { name: 'b', role: 'input', values: b },
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['a', 'b'] },
      distributions: { a: drawn, b: drawn },
      ...structure,
    },
  );
  return estimators.find(({ estimator }) => estimator === 'correlations')?.reasons.join('; ') ?? '';
}

const correlated = {
  options: { correlation: [['b', 'a', 0.8]] },
  dependence: 'design.correlation',
};

describe('inputs that go together', () => {
  it('as the study says are what they seem, but for one table in a thousand', () => {
    const tables = Array.from({ length: 200 }, (_, table) => table);
    const doubted = (rho: number, structure: Partial<StudyStructure>): number =>
      tables.filter((table) => told(rho, structure, table).includes('go together otherwise'))
        .length;
    expect(doubted(0, {})).toBeLessThanOrEqual(2);
    // The ranks of normal values with this correlation have 0.8.
    expect(doubted(2 * Math.sin((Math.PI * 0.8) / 6), correlated)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['in rows of a study without', 0.8, {}, /a and b 0\.\d\d, not 0\.00/u],
    ['not at all in rows of a study with', 0, correlated, /a and b -?0\.\d\d, not 0\.80/u],
    ['the other way round', -0.8, correlated, /a and b -0\.\d\d, not 0\.80/u],
  ])('%s are told', (_, rho, structure, words) => {
    expect(told(rho, structure)).toMatch(words);
  });

  it('by `where` are not judged, as it makes correlations of its own', () => {
    expect(told(0.8, { dependence: 'design.where' })).not.toContain('go together otherwise');
  });
});
