import type { Cell } from '../../design/cell.ts';
import { varianceRatioTail } from '../../distributions/index.ts';
import { dot } from '../orthogonal-basis.ts';
import { groupRows } from '../row-groups.ts';

/**
 * Probability that so much more than replicates show is left by a model that lacks nothing: the test of lack of fit.
 * @param inputs columns of the rows
 * @param residual what the model leaves of the response
 * @param freedom of the residual
 * @returns undefined without replicates, or where only they measure the error
 * @see D. C. Montgomery, Design and Analysis of Experiments, ISBN 978-1-119-49244-3, section 10.8
 */
export function lackOfFit(
  inputs: readonly (readonly Cell[])[],
  residual: Float64Array,
  freedom: number,
): number | undefined {
  const { of, sizes, count } = groupRows(inputs, residual.length);
  const ofReplicates = residual.length - count;
  const ofModel = freedom - ofReplicates;
  if (ofReplicates < 1 || ofModel < 1) return undefined;
  const means = new Float64Array(count);
  residual.forEach((value, row) => {
    const group = of[row] ?? 0;
    means[group] = (means[group] ?? 0) + value / (sizes[group] ?? 1);
  });
  const pure = residual.reduce(
    (sum, value, row) => sum + (value - (means[of[row] ?? 0] ?? 0)) ** 2,
    0,
  );
  const lack = Math.max(0, dot(residual, residual) - pure);
  if (!(pure > 0)) return undefined;
  return varianceRatioTail(lack / ofModel / (pure / ofReplicates), ofModel, ofReplicates);
}

/** Rows that repeat others, and so measure the error by themselves. */
export interface Replicates {
  readonly count: number;
  /** Of the row that is repeated most, and of the next one. */
  readonly ofOne: number;
  readonly ofNext: number;
}

/** Counts them. @param inputs columns of the rows */
export function countReplicates(inputs: readonly (readonly Cell[])[], rows: number): Replicates {
  const { sizes, count } = groupRows(inputs, rows);
  const [most = 1, next = 1] = Array.from(sizes).sort((a, b) => b - a);
  return { count: rows - count, ofOne: most - 1, ofNext: next - 1 };
}
