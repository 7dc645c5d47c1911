import type { DesignVariable } from '../../src/design/index.ts';

const distributions = [
  { generator: 'Normal', settings: { mean: 0, stddev: 1 } },
  { generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  { generator: 'LogNormal', settings: { mu: 0, sigma: 1 } },
  { generator: 'Triangular', settings: { minvalue: 0, mode: 1, maxvalue: 3 } },
] as const;

/** Variables `x0`, `x1`, … of four distributions in turn. */
export function variablesOf(count: number): readonly DesignVariable[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `x${index}`,
    source: { kind: 'generator', ...(distributions[index % 4] ?? distributions[0]) },
  }));
}
