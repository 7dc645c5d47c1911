/** Blocks and trajectories that are run several times tell no more of the inputs than once. */
import { describe, expect, it } from 'vitest';
import { judgeSobol } from '../../src/analysis/judges/judge-structure.ts';
import { summariseMorris, summariseSobol } from '../../src/analysis/summarise-structure.ts';
import { createDesign } from '../../src/design/index.ts';

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;

function rowsOf(
  method: 'saltelli' | 'morris',
  inputs: number,
  options: Readonly<Record<string, unknown>>,
  replicates: number,
) {
  const variables = Array.from({ length: inputs }, (_, j) => ({ name: `x${j}`, source }));
  const design = createDesign({ method, seed: 1, options, variables });
  const once = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  const columns = once.map((own) =>
    Float64Array.from({ length: replicates * own.length }, (_, row) => own[row % own.length] ?? 0),
  );
  const values = Float64Array.from(columns[0] ?? [], (_, row) =>
    columns.reduce((sum, own, j) => sum + (j + 1) * (own[row] ?? 0) ** 2, 0),
  );
  return {
    responses: [{ name: 'y', values }],
    given: columns.map((own, j) => ({ name: `x${j}`, role: 'input' as const, values: own })),
    structure: {
      ...{ method, options, seed: 1, replicates },
      variables: variables.map(({ name }) => name),
      distributions: Object.fromEntries(variables.map(({ name }) => [name, source])),
    },
  };
}

const sobolOf = (
  inputs: number,
  options: Readonly<Record<string, unknown>>,
  replicates: number,
) => {
  const { responses, given, structure } = rowsOf('saltelli', inputs, options, replicates);
  const [found] = summariseSobol(responses, given, structure);
  if (!found) throw new Error('Expected indices');
  return found;
};

describe('Saltelli blocks that are run three times', () => {
  it.each([
    ['of one sequence', 3, { baseSamples: 256 }],
    ['of scramblings', 5, { baseSamples: 512, scramblings: 16 }],
  ])('%s have the intervals of blocks that are run once', (_, inputs, options) => {
    const [once, thrice] = [sobolOf(inputs, options, 1), sobolOf(inputs, options, 3)];
    expect(thrice.baseSamples).toBe(options.baseSamples);
    thrice.indices.forEach(({ first, total }, j) => {
      const own = once.indices[j];
      expect(first?.value).toBeCloseTo(own?.first?.value ?? NaN, 12);
      expect((first?.halfWidth ?? NaN) / (own?.first?.halfWidth ?? NaN)).toBeCloseTo(1, 6);
      expect((total?.halfWidth ?? NaN) / (own?.total?.halfWidth ?? NaN)).toBeCloseTo(1, 6);
    });
  });

  it('are too few below the same number of base samples', () => {
    const doubtsOf = (replicates: number): number => {
      const { responses } = rowsOf('saltelli', 3, { baseSamples: 512 }, replicates);
      const [response] = responses;
      const values = response?.values ?? new Float64Array();
      const sobol = [sobolOf(3, { baseSamples: 512 }, replicates)];
      return judgeSobol({ name: 'y', rows: values.length, values, results: { sobol } })
        .flatMap(({ reasons }) => reasons)
        .filter((reason) => reason !== false && reason.includes('below 1024 base samples')).length;
    };
    expect(doubtsOf(2)).toBe(doubtsOf(1));
  });
});

it('Morris trajectories that are run several times are doubted', () => {
  const doubtsOf = (replicates: number): string => {
    const { responses, given, structure } = rowsOf('morris', 3, { trajectories: 20 }, replicates);
    return summariseMorris(responses, given, structure)
      .flatMap(({ doubts }) => doubts)
      .join();
  };
  expect(doubtsOf(2)).toContain('each trajectory was run 2 times');
  expect(doubtsOf(1)).not.toContain('each trajectory');
});

describe('rows that a table holds twice', () => {
  const doubled = (
    method: 'saltelli' | 'morris',
    options: Readonly<Record<string, unknown>>,
    size: number,
  ) => {
    const { responses, given, structure } = rowsOf(method, 3, options, 1);
    // Each block or trajectory once more, right behind itself.
    const again = <T extends Float64Array>(own: T): Float64Array =>
      Float64Array.from({ length: 2 * own.length }, (_, row) => {
        const block = Math.floor(row / (2 * size));
        return own[block * size + (row % size)] ?? NaN;
      });
    return {
      responses: responses.map(({ name, values }) => ({ name, values: again(values) })),
      given: given.map((one) => ({ ...one, values: again(one.values) })),
      structure,
    };
  };

  it('count as one base sample, with the intervals of one', () => {
    const options = { baseSamples: 256 };
    const { responses, given, structure } = doubled('saltelli', options, 5);
    const [twice] = summariseSobol(responses, given, structure);
    const once = sobolOf(3, options, 1);
    expect(twice).toMatchObject({ blocks: 512, baseSamples: 256 });
    expect(twice?.indices[0]?.first?.value).toBeCloseTo(once.indices[0]?.first?.value ?? NaN, 10);
    const ratio =
      (twice?.indices[0]?.first?.halfWidth ?? NaN) / (once.indices[0]?.first?.halfWidth ?? NaN);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('are told of Morris trajectories', () => {
    const { responses, given, structure } = doubled('morris', { trajectories: 12 }, 4);
    const [twice] = summariseMorris(responses, given, structure);
    expect(twice?.doubts[0]).toMatch(/^1[2-4] of 24 trajectories repeat others/u);
    const { responses: y, given: x, structure: own } = rowsOf('morris', 3, { trajectories: 12 }, 1);
    const [once] = summariseMorris(y, x, own);
    expect(once?.doubts.filter((doubt) => doubt.includes('repeat'))).toEqual([]);
  });
});
