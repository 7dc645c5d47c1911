import type { DesignVariable } from '../../src/design/index.ts';

const laws = [
  { generator: 'Normal', settings: { mean: 0, stddev: 1 } },
  { generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  { generator: 'LogNormal', settings: { mu: 0, sigma: 1 } },
  { generator: 'Triangular', settings: { minvalue: 0, mode: 1, maxvalue: 3 } },
] as const;

/** Variables `x0`, `x1`, … of four laws in turn. */
export function variablesOf(count: number): readonly DesignVariable[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `x${index}`,
    source: { kind: 'generator', ...(laws[index % 4] ?? laws[0]) },
  }));
}
