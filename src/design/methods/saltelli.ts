import type { DesignContext } from '../design-context.ts';
import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsInUnitCube } from '../points.ts';
import { mostSobolDimensions } from '../sobol/directions.ts';
import { createScrambledSobol, type FillSequence } from '../sobol/sobol-sequence.ts';

/**
 * Saltelli's pick-freeze blocks for Sobol' indices: for each base sample the row A, then A with variable j from B for each j, with
 * `secondOrder` also B with variable j from A for each j, then B. A and B are the two halves of scrambled Sobol' sequences in 2 d dimensions:
 * base sample i is of scrambling i modulo `scramblings`, so twice the base samples keep the first half, and the scramblings are independent
 * replicates, whose scatter tells the error of a result.
 * @see A. Saltelli et al. (2010), doi:10.1016/j.cpc.2009.09.018; A. B. Owen (1997), doi:10.1214/aos/1031594731
 */
export const saltelli: DesignMethodEntry = {
  title: 'Saltelli blocks',
  kind: 'whole',
  structure: 'pick-freeze',
  replacement: 'none',
  when: "Sobol' indices (which variable explains the variance) of a cheap model",
  runs: 'baseSamples (d + 2), or baseSamples (2 d + 2) with secondOrder; baseSamples a power of 2',
  reference: 'doi:10.1016/j.cpc.2009.09.018',
  options: ['baseSamples', 'secondOrder', 'scramblings'],
  otherNames: [
    'sobol_indices',
    'sobol_sensitivity',
    'variance_based',
    'vbd',
    'variance_based_decomp',
  ],
  growth: continuedRows({
    rows: 'up to a power of 2 of base samples in total, such as twice those so far',
    group: blockRows,
    doubles: true,
  }),
  create: (context) => {
    const d = context.variables.length;
    const base = context.integer('baseSamples', [2, 2 ** 28]);
    if (!Number.isInteger(Math.log2(base))) {
      const below = 2 ** Math.floor(Math.log2(base));
      context.refuse('baseSamples', 'a power of 2', `nearest: ${below} or ${2 * below}`);
    }
    const secondOrder = context.option('secondOrder') ?? false;
    if (typeof secondOrder !== 'boolean') context.refuse('secondOrder', 'true or false');
    if (2 * d > mostSobolDimensions) {
      context.refuse(
        'method',
        `used with at most ${Math.floor(mostSobolDimensions / 2)} variables`,
      );
    }
    const scramblings = context.integer('scramblings', [1, mostScramblings], 1);
    const block = blockRows(context);
    const rows = context.structureRuns(base * block);
    const fills = context.variables.map(({ name }, variable) => ({
      a: inTurns(scramblings, variable, context.seed, name),
      b: inTurns(scramblings, d + variable, context.seed, `${name}/B`),
    }));
    return pointsInUnitCube(context, rows, (variable, start, target) => {
      const fill = fills[variable];
      if (fill === undefined) return;
      const first = Math.floor(start / block);
      const count = Math.floor((start + target.length - 1) / block) - first + 1;
      const a = new Float64Array(Math.max(0, count));
      const b = new Float64Array(Math.max(0, count));
      fill.a(a, first);
      fill.b(b, first);
      for (let row = 0; row < target.length; row += 1) {
        const sample = Math.floor((start + row) / block) - first;
        const from = isFromB((start + row) % block, variable, d, block) ? b : a;
        target[row] = from[sample] ?? 0.5;
      }
    });
  },
};

/** More would each have too few base samples to be even. */
const mostScramblings = 64;

/** One dimension of so many scramblings of the sequence, point by point in turn. */
function inTurns(scramblings: number, dimension: number, seed: number, name: string): FillSequence {
  if (scramblings === 1) return createScrambledSobol(dimension, seed, name);
  const own = Array.from({ length: scramblings }, (_, number) =>
    createScrambledSobol(dimension, seed, `${name}/${number}`),
  );
  return (target, start) => {
    for (const [number, fill] of own.entries()) {
      const first = Math.ceil((start - number) / scramblings);
      const at = first * scramblings + number - start;
      const points = new Float64Array(Math.max(0, Math.ceil((target.length - at) / scramblings)));
      fill(points, first);
      for (const [point, value] of points.entries()) target[at + point * scramblings] = value;
    }
  };
}

/** Rows of one base sample. */
function blockRows({ variables: { length: d }, option }: DesignContext): number {
  return option('secondOrder') === true ? 2 * d + 2 : d + 2;
}

/** Whether a variable's value in a row of a block is that of B. */
function isFromB(place: number, variable: number, d: number, block: number): boolean {
  if (place === 0) return false;
  if (place === block - 1) return true;
  return place <= d ? place - 1 === variable : place - 1 - d !== variable;
}
