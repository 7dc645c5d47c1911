import type { DesignContext } from './design-context.ts';
import type { DesignPoints } from './design.ts';
import { signAt } from './two-level-columns.ts';

/**
 * The rows of a two-level design in `blocks` blocks of equal size, one block after the other. Blocks go with products of as many factors
 * as possible, so that what differs between them is taken for an interaction of many and never for a main effect.
 * @param masks each factor as a product of base factors, one bit a base factor; a row's bits are the base factors' signs
 * @returns the points in their new order; unchanged without `blocks`
 * @see G. E. P. Box, J. S. Hunter, W. G. Hunter (2005), Statistics for Experimenters, chapter 5
 */
export function inBlocks(
  context: DesignContext,
  points: DesignPoints,
  masks: readonly number[],
): DesignPoints {
  const blocks = context.integer('blocks', [1, 2 ** 16], 1);
  if (blocks === 1) return points;
  const bits = Math.log2(blocks);
  const { rowCount } = points;
  if (!Number.isInteger(bits) || blocks > rowCount / 2) {
    const below = 2 ** Math.floor(Math.min(bits, Math.log2(rowCount / 2)));
    context.refuse('blocks', `a power of 2 of at most ${rowCount / 2}`, `nearest: ${below}`);
  }
  const words = chooseWords(masks, Math.log2(rowCount), bits);
  if (!words) {
    context.refuse(
      'blocks',
      'so few that none goes with a main effect',
      `nearest: ${blocks / 2}, or more runs`,
    );
    return points;
  }
  const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
  const blockOf = (row: number): number =>
    words.reduce((block, word, bit) => block + (signAt(word, row) > 0 ? 2 ** bit : 0), 0);
  const numbers = rows.map(blockOf);
  rows.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const blockWords = words.map((word) =>
    masks.flatMap((mask, index) => (mask === 1 << index && (word & mask) !== 0 ? [index] : [])),
  );
  const products = blockWords.map((word) =>
    word.map((index) => context.variables[index]?.name ?? '').join(' x '),
  );
  return {
    rowCount,
    blocks,
    blockWords,
    notes: [
      ...(points.notes ?? []),
      `${blocks} blocks of ${rowCount / blocks} rows, one after the other: differences between blocks can't be told from ${products.join(', ')} and their products.`,
    ],
    column: (variable, start, count) =>
      gatherRows(points, variable, rows.subarray(start, start + count)),
  };
}

/** Cells of one variable in chosen rows. */
export function gatherRows(
  { column }: DesignPoints,
  variable: number,
  rows: Iterable<number>,
): ReturnType<DesignPoints['column']> {
  const cells = Array.from(rows, (row) => column(variable, row, 1)[0] ?? NaN);
  return cells.every((cell) => typeof cell === 'number') ? Float64Array.from(cells) : cells;
}

/** Products of base factors for the blocks, chosen one by one; undefined where only main effects are left. */
function chooseWords(
  masks: readonly number[],
  baseFactors: number,
  count: number,
): readonly number[] | undefined {
  const lengths = shortestProducts(masks, 2 ** baseFactors);
  const words: number[] = [];
  let span = [0];
  while (words.length < count) {
    let [best, length] = [0, 1];
    for (let word = 1; word < lengths.length; word += 1) {
      const shortest = span.reduce((least, sum) => Math.min(least, lengths[sum ^ word] ?? 0), 99);
      if (shortest > length) [best, length] = [word, shortest];
    }
    if (best === 0) return undefined;
    words.push(best);
    span = [...span, ...span.map((sum) => sum ^ best)];
  }
  return words;
}

/** For each product of base factors the smallest number of factors that it is a product of. */
function shortestProducts(masks: readonly number[], size: number): Uint8Array {
  const lengths = new Uint8Array(size).fill(255);
  lengths[0] = 0;
  let layer = [0];
  for (let length = 1; layer.length > 0; length += 1) {
    const next: number[] = [];
    for (const product of layer) {
      for (const mask of masks) {
        if (lengths[product ^ mask] !== 255) continue;
        lengths[product ^ mask] = length;
        next.push(product ^ mask);
      }
    }
    layer = next;
  }
  return lengths;
}
