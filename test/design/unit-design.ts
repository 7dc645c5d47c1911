import { createDesign, type Design, type DesignSpec } from '../../src/design/index.ts';

/** What a design of `dimensions` variables x0, x1, … that are uniform on 0 to 1 is made from. */
export function unitSpec(
  method: DesignSpec['method'],
  dimensions: number,
  given: Partial<DesignSpec> = {},
  range: readonly [number, number] = [0, 1],
): DesignSpec {
  return {
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
  };
}

/** The design of {@link unitSpec}. */
export function createUnitDesign(...made: Parameters<typeof unitSpec>): Design {
  return createDesign(unitSpec(...made));
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
