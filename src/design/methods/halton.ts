import { createPermutation, createStream } from '../../distributions/index.ts';
import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { correlatedPoints } from '../points.ts';
import type { FillSequence } from '../sobol/sobol-sequence.ts';

/**
 * Halton sequence: variable j counts in the j-th prime, digits mirrored at the point; the digits of each place are permuted at
 * random unless `scramble: none`. Any number of rows, and more rows keep the first ones.
 * @see J. H. Halton (1960), doi:10.1007/BF01386213; A. B. Owen (2017), arXiv:1706.02808
 */
export const halton: DesignMethodEntry = {
  title: 'Halton sequence',
  when: 'even cover with any number of runs, up to about ten variables; else sobol',
  runs: 'runs',
  reference: 'doi:10.1007/BF01386213',
  options: ['scramble', 'skip', 'correlation'],
  growth: continuedRows({ rows: 'any number' }),
  create: (context) => {
    const runs = context.requireRuns();
    const scrambled = context.choice('scramble', ['digits', 'none'], 'digits') === 'digits';
    const skip = context.integer('skip', [0, 2 ** 31], scrambled ? 0 : 1);
    const bases = firstPrimes(context.variables.length);
    const fills = context.variables.map(({ name }, index) =>
      createHalton(bases[index] ?? 2, scrambled ? { seed: context.seed, name } : undefined),
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

function createHalton(
  base: number,
  scrambling: { readonly seed: number; readonly name: string } | undefined,
): FillSequence {
  const places = Math.floor(53 / Math.log2(base));
  const digits = Array.from({ length: places }, (_, place) => {
    const at = scrambling
      ? createPermutation(base, createStream(scrambling.seed, `${scrambling.name}/digits/${place}`))
      : (digit: number) => digit;
    return Float64Array.from({ length: base }, (_unused, digit) => at(digit) / base ** (place + 1));
  });
  // Half the last place keeps a scrambled value off both ends.
  const offset = scrambling ? 0.5 / base ** places : 0;
  return (target, start) => {
    for (let row = 0; row < target.length; row += 1) {
      let rest = start + row;
      let sum = offset;
      for (const place of digits) {
        sum += place[rest % base] ?? 0;
        rest = Math.floor(rest / base);
        if (rest === 0 && scrambling === undefined) break;
      }
      target[row] = Math.min(sum, 1 - 2 ** -53);
    }
  };
}
