/** Where failures and missing values lie, beyond what a shift shows. */
import { describe, expect, it } from 'vitest';
import { failureBias } from '../../src/analysis/failures/failure-bias.ts';
import { smirnovTest } from '../../src/analysis/failures/failure-tests.ts';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import { createStream } from '../../src/distributions/index.ts';

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(11, name).fill(values, 0);
  return values;
}

const n = 120;
const x = uniforms(n, 'x');
const z = uniforms(n, 'z');
const inputs = [
  { name: 'x', values: x },
  { name: 'z', values: z },
];

describe('failures', () => {
  it.each([
    ['low', (u: number) => u < 0.15, /low values of x \(rank-sum share 0\./u],
    ['high', (u: number) => u > 0.85, /high values of x \(rank-sum share /u],
    [
      'middle',
      (u: number) => Math.abs(u - 0.5) < 0.1,
      /values of x around 0\.4\d* \.\. 0\.5\d* \(rank-sum share of distances from the middle 0\./u,
    ],
    [
      'ends',
      (u: number) => Math.abs(u - 0.5) > 0.42,
      /values of x at both ends of its range \(rank-sum share of distances from the middle 1\.00/u,
    ],
  ] as const)('at the place %s of an input are found and told', (side, fails, words) => {
    const accepted = Array.from(x, (u) => !fails(u));
    const found = failureBias(inputs, accepted);
    expect(found).toMatchObject([{ input: 'x', side }]);
    const summary = summariseStudy({
      accepted,
      columns: [
        ...inputs.map((own) => ({ ...own, role: 'input' as const })),
        { name: 'y', role: 'output', values: x },
      ],
    });
    expect(summary.warnings.join()).toMatch(words);
    expect(summary.estimators.map(({ trust }) => trust)).not.toContain('good');
  });

  it('in a stretch that neither a shift nor a spread shows are found by Smirnov’s test', () => {
    const accepted = Array.from(x, (u) => u < 0.2 || u > 0.3);
    const [found, ...others] = failureBias(inputs, accepted);
    expect(others).toEqual([]);
    expect(found?.input).toBe('x');
    const both = Array.from(x, (u) => !((u > 0.2 && u < 0.27) || (u > 0.76 && u < 0.8)));
    expect(failureBias(inputs, both)).toMatchObject([{ input: 'x' }]);
  });

  it('by chance are told in about one study of a hundred', () => {
    const told = Array.from({ length: 400 }, (_, study) => {
      const draw = uniforms(n, `chance ${study}`);
      return failureBias(
        inputs,
        Array.from(draw, (u) => u > 0.15),
      );
    }).filter((found) => found.length > 0);
    // 1 % of single inputs and 1 % of corners.
    expect(told.length).toBeLessThanOrEqual(16);
  });
});

/** scipy 1.17.1: `d = stats.ks_2samp(failed, passed).statistic; stats.kstwobign.sf(d * np.sqrt(5 * 7 / 12))`. */
it('Smirnov’s test has the figures of scipy', () => {
  const values = Float64Array.of(1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const accepted = [1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1].map(Boolean);
  const { share = NaN, pValue = NaN } =
    smirnovTest(
      values,
      Float64Array.from(accepted, (own) => Number(!own)),
    ) ?? {};
  expect(share).toBeCloseTo(0.5714285714285714, 12);
  expect(pValue).toBeCloseTo(0.29673421491026475, 9);
});

describe('runs that share inputs', () => {
  const rows = 16;
  const times = 6;
  const repeat = (column: Float64Array): Float64Array =>
    Float64Array.from({ length: rows * times }, (_, run) => column[Math.floor(run / times)] ?? 0);
  const kinds = Array.from({ length: rows * times }, (_, run) => `kind ${run % times}`);
  /** What is found where whole rows fail. */
  const biasOf = (
    study: number,
    options: Partial<StudyStructure>,
    fails: (row: number, columns: readonly Float64Array[]) => boolean,
  ): readonly string[] => {
    const drawn = ['a', 'b'].map((name) => uniforms(rows, `${name}${study}`));
    const accepted = Array.from(
      { length: rows * times },
      (_, run) => !fails(Math.floor(run / times), drawn),
    );
    const summary = summariseStudy(
      {
        accepted,
        columns: [
          ...drawn.map((column, place) => ({
            ...{ name: 'ab'[place] ?? '', role: 'input' as const, values: repeat(column) },
          })),
          ...(options.cases === undefined
            ? []
            : [{ name: 'kind', role: 'case' as const, values: kinds }]),
          { name: 'y', role: 'output', values: uniforms(rows * times, 'y') },
        ],
      },
      { method: 'monte-carlo', options: {}, seed: 1, variables: ['a', 'b'], ...options },
    );
    return summary.failureBias.map(({ input }) => input);
  };

  it.each([['cases' as const], ['replicates' as const]])(
    'by %s and fail as whole rows tell no more than one run of each row',
    (field) => {
      const flagged = Array.from({ length: 200 }, (_, study) => {
        const lost = new Set(
          Array.from(uniforms(rows, `lost${study}`).entries())
            .sort(([, u], [, v]) => u - v)
            .slice(0, 5)
            .map(([row]) => row),
        );
        return biasOf(study, { [field]: times }, (row) => lost.has(row));
      }).filter((found) => found.length > 0);
      expect(flagged.length).toBeLessThan(8);
    },
  );

  it('show what really goes together with an input', () => {
    expect(biasOf(3, { replicates: times }, (row, [a]) => (a?.[row] ?? 0) > 0.5)).toEqual(['a']);
  });

  it('in Saltelli blocks name the input by which they fail, and no other one', () => {
    const design = createDesign({
      ...{ method: 'saltelli', seed: 5, options: { baseSamples: 32 } },
      variables: ['a', 'b', 'c', 'd'].map((name) => ({
        name,
        source: {
          kind: 'generator',
          generator: 'Uniform',
          settings: { minvalue: 0, maxvalue: 1 },
        } as const,
      })),
    });
    const columns = design
      .block(0, design.rowCount)
      .map((one, place) => ({ name: 'abcd'[place] ?? '', values: Float64Array.from(one, Number) }));
    const summary = summariseStudy(
      {
        accepted: Array.from(columns[0]?.values ?? [], (value) => value < 0.85),
        columns: [
          ...columns.map((own) => ({ ...own, role: 'input' as const })),
          { name: 'y', role: 'output', values: columns[1]?.values ?? x },
        ],
      },
      { method: 'saltelli', options: {}, seed: 5, variables: ['a', 'b', 'c', 'd'] },
    );
    expect(summary.failureBias.map(({ input }) => input)).toEqual(['a']);
  });

  it('have no relation with an input where they fail equally often at each value', () => {
    const k = Float64Array.from({ length: 48 }, (_, run) => (run % 4) + 1);
    expect(
      smirnovTest(
        k,
        k.map((_, run) => Number(run < 12)),
      ),
    ).toMatchObject({ pValue: 1 });
  });
});

describe('missing values of an output that isn’t required', () => {
  const y = x.map((u) => (u > 0.8 ? NaN : 2 * u));
  const table = (accepted: readonly boolean[]) => ({
    accepted,
    columns: [
      ...inputs.map((own) => ({ ...own, role: 'input' as const })),
      { name: 'y', role: 'output' as const, values: y },
      { name: 'twice', role: 'objective' as const, values: y.map((value) => 2 * value) },
      { name: 'whole', role: 'output' as const, values: z },
    ],
  });

  it('are told with the input they go together with, of all responses that lack them at once', () => {
    const found = summariseStudy(table(Array.from(x, () => true)));
    expect(found.failureBias).toMatchObject([
      { responses: ['y', 'twice'], input: 'x', side: 'high' },
    ]);
    expect(found.warnings[0]).toMatch(
      /^Missing values of y, twice go together with high values of x .*the runs that gave it, not the whole design\.$/u,
    );
    const trustOf = (name: string): readonly string[] =>
      found.estimators.filter(({ response }) => response === name).map(({ trust }) => trust);
    expect(trustOf('y')).not.toContain('good');
    expect(trustOf('whole')).toContain('good');
  });

  it('are none of failed runs', () => {
    const { failureBias: bias } = summariseStudy(table(Array.from(x, (u) => u <= 0.8)));
    expect(bias).toMatchObject([{ input: 'x', side: 'high' }]);
    expect(bias[0]).not.toHaveProperty('responses');
  });
});
