import { createDesign, type Design, type DesignSpec } from '../../src/design/index.ts';

/** A design of `dimensions` variables x0, x1, … that are uniform on 0 to 1. */
export function createUnitDesign(
  method: DesignSpec['method'],
  dimensions: number,
  given: Partial<DesignSpec> = {},
  range: readonly [number, number] = [0, 1],
): Design {
  return createDesign({
    method,
    seed: 42,
    options: {},
    variables: Array.from({ length: dimensions }, (_, index) => ({
      name: `x${index}`,
      source: {
        kind: 'generator',
        generator: 'Uniform',
        settings: { minvalue: range[0], maxvalue: range[1] },
      },
    })),
    ...given,
  });
}

/** All rows of one numeric column. */
export function columnOf(design: Design, index: number): number[] {
  return Array.from(design.block(0, design.rowCount)[index] ?? [], Number);
}

/** All rows of a numeric design. */
export function rowsOf(design: Design): number[][] {
  const columns = design.block(0, design.rowCount);
  return Array.from({ length: design.rowCount }, (_, row) =>
    columns.map((column) => Number(column[row])),
  );
}
