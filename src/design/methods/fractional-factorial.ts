import { inBlocks } from '../block-columns.ts';
import type { DesignContext } from '../design-context.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';
import { findFraction, resolutionOf, signAt } from '../two-level-columns.ts';

/**
 * Regular two-level fraction: by `runs` (a power of 2: the highest resolution found), by `resolution` (the fewest runs), or by
 * `generators` such as `["D = ABC"]`, letters in the order of the variables. Default: resolution 4. `blocks` parts it.
 * @see G. E. P. Box, J. S. Hunter (1961), doi:10.1080/00401706.1961.10489951
 */
export const fractionalFactorial: DesignMethodEntry = {
  title: 'Two-level fractional factorial',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'main effects and interactions of many variables on two levels',
  runs: '2^(d - p); the fewest of the wanted resolution',
  reference: 'doi:10.1080/00401706.1961.10489951',
  options: ['generators', 'resolution', 'blocks'],
  otherNames: ['frac_fact', 'fractional', 'ffd', 'half_fraction', 'two_level_fractional'],
  create: (context) => {
    const masks = readMasks(context);
    const baseFactors = Math.max(...masks.map((mask) => 32 - Math.clz32(mask)));
    const rows = context.structureRuns(2 ** baseFactors);
    const resolution = resolutionOf(masks);
    const notes = [
      resolution === Infinity
        ? `All ${rows} combinations of two levels.`
        : `A fraction of resolution ${resolution} in ${rows} of 2^${masks.length} rows: ${describe(masks, context)}.`,
    ];
    const signs = (variable: number, row: number): number => signAt(masks[variable] ?? 0, row);
    return inBlocks(context, pointsAtCodes(context, rows, signs, notes), masks);
  },
};

function readMasks(context: DesignContext): readonly number[] {
  const factors = context.variables.length;
  if (context.option('generators') !== undefined) return readGenerators(context);
  const resolution = context.integer('resolution', [3, 20], 4);
  if (context.runs === undefined) {
    for (let base = 1; base <= Math.min(factors, 16); base += 1) {
      const masks = findFraction(factors, base, resolution);
      if (masks) return masks;
    }
    return context.refuse('resolution', 'one that 65,536 rows can give', 'take a lower one');
  }
  const base = Math.log2(context.runs);
  if (!Number.isInteger(base) || base > 20 || 2 ** base < factors + 1) {
    const least = 2 ** Math.ceil(Math.log2(factors + 1));
    return context.refuse('runs', `a power of 2 of at least ${least}`, `nearest: ${least}`);
  }
  const wanted = context.option('resolution') === undefined ? [8, 7, 6, 5, 4, 3] : [resolution];
  for (const step of wanted) {
    const masks = findFraction(factors, Math.min(base, factors), step);
    if (masks) return masks;
  }
  return context.refuse(
    'runs',
    `enough for resolution ${resolution}`,
    `nearest: ${2 * context.runs}`,
  );
}

function readGenerators(context: DesignContext): readonly number[] {
  const given = context.option('generators');
  const factors = context.variables.length;
  const expected = 'a list of words such as ["D = ABC"]';
  if (!Array.isArray(given)) return context.refuse('generators', expected);
  const baseFactors = factors - given.length;
  const masks = Array.from({ length: factors }, (_, bit) => (bit < baseFactors ? 1 << bit : 0));
  for (const word of given as readonly unknown[]) {
    const match = /^\s*([A-Z])\s*=\s*([A-Z]+)\s*$/.exec(String(word));
    const target = (match?.[1]?.charCodeAt(0) ?? 0) - 65;
    const letters = Array.from(match?.[2] ?? '', (letter) => letter.charCodeAt(0) - 65);
    const isUsable =
      target >= baseFactors &&
      target < factors &&
      masks[target] === 0 &&
      letters.length > 1 &&
      letters.every((letter) => letter < baseFactors);
    if (!isUsable) {
      return context.refuse(
        'generators',
        expected,
        `the last ${given.length} of ${factors} letters, each once, as products of the first ${baseFactors}`,
      );
    }
    masks[target] = letters.reduce((mask, letter) => mask ^ (1 << letter), 0);
  }
  return masks;
}

function describe(masks: readonly number[], { variables }: DesignContext): string {
  const base = masks.filter((mask, index) => mask === 1 << index).length;
  return masks
    .map((mask, index) => ({ mask, name: variables[index]?.name ?? '' }))
    .slice(base)
    .map(({ mask, name }) => {
      const names = variables
        .slice(0, base)
        .flatMap((v, bit) => (mask & (1 << bit) ? [v.name] : []));
      return `${name} = ${names.join(' x ')}`;
    })
    .join(', ');
}
