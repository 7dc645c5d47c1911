import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { correlatedPoints } from '../points.ts';
import { mostSobolDimensions } from '../sobol/directions.ts';
import { createScrambledSobol, createSobol } from '../sobol/sobol-sequence.ts';

/**
 * Sobol' sequence, Owen-scrambled unless `scramble: none`: the most even of the random designs, and it continues: twice the runs
 * keep the first half. Unscrambled, the first point is the lower corner, which is left out by `skip: 1` or more.
 * @see I. M. Sobol' (1967), doi:10.1016/0041-5553(67)90144-9; A. B. Owen (2023) on why powers of 2, doi:10.1007/978-3-030-98319-2_4
 */
export const sobol: DesignMethodEntry = {
  title: "Sobol' sequence",
  kind: 'sampled',
  structure: 'even',
  replacement: 'next-rows',
  when: 'smooth responses: means, probabilities and surrogates with the smallest error; grows by doubling',
  runs: 'runs, a power of 2',
  reference: 'doi:10.1016/0041-5553(67)90144-9',
  options: ['scramble', 'skip', 'correlation'],
  otherNames: [
    'sobol_sequence',
    'sobol_seq',
    'sobolseq',
    'lds',
    'qmc',
    'quasi_random',
    'quasi_monte_carlo',
    'low_discrepancy',
  ],
  growth: continuedRows({
    rows: 'up to a power of 2 in total, such as twice the rows so far',
    doubles: true,
  }),
  create: (context) => {
    const runs = context.requireRuns();
    if (!Number.isInteger(Math.log2(runs))) {
      const below = 2 ** Math.floor(Math.log2(runs));
      context.refuse('runs', 'a power of 2', `nearest: ${below} or ${2 * below}`);
    }
    if (context.variables.length > mostSobolDimensions) {
      context.refuse('runs', `used with at most ${mostSobolDimensions} variables`);
    }
    const scrambled = context.choice('scramble', ['owen', 'none'], 'owen') === 'owen';
    const skip = context.integer('skip', [0, 2 ** 31], scrambled ? 0 : 1);
    const corner = context.variables.map(({ scale }) => scale(Float64Array.of(0))[0]);
    if (!scrambled && skip === 0 && corner.includes(-Infinity)) {
      context.refuse('skip', 'at least 1 for variables without a lower bound');
    }
    const fills = context.variables.map(({ name }, dimension) =>
      scrambled ? createScrambledSobol(dimension, context.seed, name) : createSobol(dimension),
    );
    return correlatedPoints(context, runs, (variable, start, target) => {
      fills[variable]?.(target, start + skip);
    });
  },
};
