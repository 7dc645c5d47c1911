/** Whether rows are drawn as the study says is judged by the draws, not by the runs that repeat them. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createStream } from '../../src/distributions/index.ts';

const uniform = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;
const levels = { kind: 'levels', values: [1, 2, 3], weights: [5, 3, 2] } as const;
const [rows, repeats, tables] = [60, 5, 100];

/** What `moments` is told of the rows, each of which ran five times, in one of many tables. */
function told(
  structure: Partial<StudyStructure>,
  table: number,
  change: (uniform: number) => number = (u) => u,
): string {
  const uniforms = new Float64Array(2 * rows + rows * repeats);
  createStream(9, '/rows-of-draws').fill(uniforms, table * uniforms.length);
  const repeated = (from: number): Float64Array =>
    Float64Array.from({ length: rows * repeats }, (_, run) => uniforms[from + (run % rows)] ?? NaN);
  const kinds = structure.distributions ?? { a: uniform, b: uniform };
  const columns = (['a', 'b'] as const).map((name, place) => ({
    name,
    role: 'input' as const,
    values: repeated(place * rows).map((u) =>
      kinds[name]?.kind === 'levels' ? (u < 0.5 ? 1 : u < 0.8 ? 2 : 3) : change(u),
    ),
  }));
  const y = repeated(0).map((x, run) => x + (uniforms[2 * rows + run] ?? NaN));
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [...columns, { name: 'y', role: 'output', values: y }],
    },
    {
      ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['a', 'b'] },
      ...{ distributions: kinds, ...structure },
    },
  );
  return estimators.find(({ estimator }) => estimator === 'moments')?.reasons.join('; ') ?? '';
}

const doubt = /don't follow|go together/u;
const designs: readonly (readonly [string, Partial<StudyStructure>])[] = [
  ['with replicates', { replicates: repeats }],
  ['of a table', { method: 'table', variables: [] }],
  ['of levels, with replicates', { replicates: repeats, distributions: { a: levels, b: levels } }],
  ['of a range and levels', { replicates: repeats, distributions: { a: uniform, b: levels } }],
];

describe('rows that each ran five times', () => {
  it.each(designs)('%s are called another sample in hardly any table', (_, structure) => {
    const found = Array.from({ length: tables }, (_unused, table) => told(structure, table));
    expect(found.filter((reasons) => doubt.test(reasons)).length).toBeLessThanOrEqual(1);
  });

  it.each(designs.slice(0, 2))('%s are told where they lie otherwise', (_, structure) => {
    const squared = Array.from({ length: 20 }, (_unused, table) =>
      told(structure, table, (u) => u ** 2),
    );
    expect(squared.filter((reasons) => reasons.includes("don't follow")).length).toBeGreaterThan(
      10,
    );
  });
});
