/** What differs between the blocks of a two-level design stands in interactions, which must not be called good then. */
import { describe, expect, it } from 'vitest';
import { createDesign, type DesignSpec } from '../../src/design/index.ts';
import { structureOfStudy, summariseStudy } from '../../src/analysis/index.ts';
import { parseAnalysedStudy } from '../../src/study-file/read-analysed-study.ts';
import type { StudyStructure } from '../../src/analysis/study-table.ts';

const source = { kind: 'levels', values: [-1, 1] } as const;

const specOf = (
  method: 'full-factorial' | 'fractional-factorial',
  inputs: number,
  options: Readonly<Record<string, unknown>>,
  randomize = false,
): DesignSpec => ({
  ...{ method, seed: 3, options, randomize },
  variables: Array.from({ length: inputs }, (_, j) => ({ name: 'abcdef'[j] ?? '', source })),
});

/** The block of each row by the words, and whether it is the one in which the row stands. */
function expectBlocksOf(spec: DesignSpec, blocks: number): void {
  const { rowCount, block, blockWords = [] } = createDesign(spec);
  const columns = block(0, rowCount).map((column) => Array.from(column, Number));
  const signs = Array.from({ length: rowCount }, (_, row) =>
    blockWords.map((word) => word.reduce((sign, j) => sign * (columns[j]?.[row] ?? NaN), 1)).join(),
  );
  const size = rowCount / blocks;
  const ofBlocks = Array.from({ length: blocks }, (_, at) =>
    signs.slice(at * size, at * size + size),
  );
  expect(ofBlocks.map((own) => new Set(own).size)).toEqual(ofBlocks.map(() => 1));
  expect(new Set(signs).size).toBe(blocks);
}

describe('the words of blocks', () => {
  it.each([
    ['full-factorial', 3, { blocks: 2 }],
    ['full-factorial', 4, { blocks: 2 }],
    ['full-factorial', 4, { blocks: 4 }],
    ['full-factorial', 5, { blocks: 8 }],
    ['fractional-factorial', 5, { blocks: 4, generators: ['E = ABCD'] }],
    ['fractional-factorial', 6, { blocks: 4, resolution: 4 }],
  ] as const)('of a %s of %i inputs %o tell its blocks apart', (method, inputs, options) => {
    expectBlocksOf(specOf(method, inputs, options), options.blocks);
    expectBlocksOf(specOf(method, inputs, options, true), options.blocks);
  });
});

it('a study file without a number of runs tells its blocks to the analysis of a table', () => {
  const variables = ['a', 'b', 'c', 'd'].map(
    (name) => `  - { name: ${name}, type: Param, values: [-1, 1] }`,
  );
  const text = [
    ...['name: blocked', 'variables:', ...variables, '  - { name: y, type: Output, from: stdout }'],
    'design: { method: full-factorial, blocks: 4 }',
  ].join('\n');
  const { blockWords } = structureOfStudy(parseAnalysedStudy(text, 'study.yaml'));
  expect(blockWords).toHaveLength(2);
});

/** The analysis of 16 runs of four inputs, of which a acts by 2, in blocks that differ. */
function analysisOf(blocks: number, between: (block: number) => number, isTold = true) {
  const spec = specOf('full-factorial', 4, { blocks });
  const design = createDesign(spec);
  const columns = design.block(0, design.rowCount).map((own) => Float64Array.from(own, Number));
  const y = Float64Array.from({ length: 16 }, (_, row) => {
    const noise = Math.sin(12.9898 * (row + 1)) / 10;
    return (columns[0]?.[row] ?? NaN) + between(Math.floor((row * blocks) / 16)) + noise;
  });
  const structure: StudyStructure = {
    ...{ method: 'full-factorial' as const, options: spec.options ?? {}, seed: 3 },
    variables: ['a', 'b', 'c', 'd'],
    ...(isTold && {
      blockWords: (design.blockWords ?? []).map((word) => word.map((j) => 'abcd'[j] ?? '')),
    }),
  };
  const table = [
    ...columns.map((values, j) => ({ name: 'abcd'[j] ?? '', role: 'input' as const, values })),
    { name: 'y', role: 'output' as const, values: y },
  ];
  const accepted = Array<boolean>(16).fill(true);
  return { ...summariseStudy({ columns: table, accepted }, structure), columns, y };
}

const pairNames = (lists: readonly { readonly inputs: readonly string[] }[] = []) =>
  lists.map(({ inputs }) => inputs.join(' x '));

describe('what differs between blocks', () => {
  it('is taken for no interaction of inputs, and those that it stands in are named', () => {
    const found = analysisOf(4, (block) => [0, 4, 4, 0][block] ?? NaN);
    const [effects, table] = [found.factorialEffects?.[0], found.anova?.[0]];
    const lost = ['a', 'b', 'c', 'd']
      .flatMap((one, i, all) => all.slice(i + 1).map((other) => `${one} x ${other}`))
      .filter((pair) => !pairNames(effects?.effects).includes(pair));
    expect(lost.length).toBeGreaterThan(0);
    expect(pairNames(table?.terms)).not.toEqual(expect.arrayContaining(lost));
    expect(table?.blocks).toMatchObject({ freedom: 3 });
    const told = found.estimators.filter(({ estimator }) =>
      ['anova', 'factorialEffects'].includes(estimator),
    );
    expect(told).toHaveLength(2);
    for (const { trust, reasons } of told) {
      expect(trust).toBe('limited');
      expect(reasons.join('; ')).toContain(
        `these runs can't tell ${lost.join(', ')} from differences between the blocks of the design, which are taken out`,
      );
    }
    const acting = effects?.effects.filter(({ pValue = 1 }) => pValue < 0.01);
    expect(pairNames(acting)).toEqual(['a']);
  });

  it('is no error of effects', () => {
    const {
      factorialEffects: [effects] = [],
      anova: [table] = [],
      columns,
      y,
    } = analysisOf(2, (block) => 6 * block);
    // Least squares with a column for the block, as (X'X) is diagonal here: y less all that the model holds.
    const own = effects?.effects.find(({ inputs }) => inputs.join() === 'a');
    const signs = [
      y.map(() => 1),
      ...columns,
      ...columns.flatMap((one, i) =>
        columns.slice(i + 1).map((other) => one.map((x, row) => x * (other[row] ?? 0))),
      ),
      columns.reduce((product, one) => product.map((x, row) => x * (one[row] ?? 0))),
    ];
    const rest = signs.reduce((left, column) => {
      const share = column.reduce((sum, x, row) => sum + x * (y[row] ?? 0), 0) / 16;
      return left.map((value, row) => value - share * (column[row] ?? 0));
    }, y);
    const square = rest.reduce((sum, value) => sum + value * value, 0) / (16 - signs.length);
    expect(own?.standardError).toBeCloseTo(2 * Math.sqrt(square / 16), 10);
    expect(own?.pValue).toBeLessThan(1e-4);
    const isBeyond = Math.abs(own?.effect ?? 0) > (effects?.marginOfError ?? NaN);
    expect(isBeyond).toBe(true);
    // Student's t of four degrees of freedom.
    expect(effects?.marginOfError).toBeCloseTo(2.7764451052 * (own?.standardError ?? NaN), 8);
    expect(table?.residual.sumOfSquares).toBeCloseTo(square * (16 - signs.length), 10);
    const squares = [
      ...(table?.terms ?? []).map(({ sumOfSquares = NaN }) => sumOfSquares),
      ...[table?.blocks?.sumOfSquares ?? NaN, table?.residual.sumOfSquares ?? NaN],
    ];
    expect(squares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(
      table?.total.sumOfSquares ?? NaN,
      10,
    );
  });

  it('is left in where the design has no blocks', () => {
    const { anova: [table] = [] } = analysisOf(2, () => 0, false);
    expect(table?.blocks).toBeUndefined();
  });
});
