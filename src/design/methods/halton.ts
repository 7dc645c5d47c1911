import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { correlatedPoints } from '../points.ts';
import { createHaltonSequence } from '../halton-sequence.ts';

/**
 * Halton sequence: variable j counts in the j-th prime, digits mirrored at the point; the digits of each place are permuted at
 * random unless `scramble: none`. Any number of rows, and more rows keep the first ones.
 * @see J. H. Halton (1960), doi:10.1007/BF01386213; A. B. Owen (2017), arXiv:1706.02808
 */
export const halton: DesignMethodEntry = {
  title: 'Halton sequence',
  kind: 'sampled',
  structure: 'even',
  replacement: 'next-rows',
  when: 'even cover with any number of runs, up to about ten variables; else sobol',
  runs: 'runs',
  reference: 'doi:10.1007/BF01386213',
  options: ['scramble', 'skip', 'correlation'],
  otherNames: ['halton_sequence', 'hammersley', 'hammersly'],
  growth: continuedRows({ rows: 'any number' }),
  create: (context) => {
    const runs = context.requireRuns();
    const scrambled = context.choice('scramble', ['digits', 'none'], 'digits') === 'digits';
    const skip = context.integer('skip', [0, 2 ** 31], scrambled ? 0 : 1);
    const bases = firstPrimes(context.variables.length);
    const fills = context.variables.map(({ name }, index) =>
      createHaltonSequence(bases[index] ?? 2, scrambled ? { seed: context.seed, name } : undefined),
    );
    return correlatedPoints(context, runs, (variable, start, target) => {
      fills[variable]?.(target, start + skip);
    });
  },
};

/** The first `count` primes. */
export function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => prime * prime > n || n % prime !== 0)) primes.push(n);
  }
  return primes;
}
