import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';

/** Groups of variables that move together; the published incomplete blocks where they are smaller than all pairs. */
const publishedBlocks: Readonly<Record<number, readonly string[]>> = {
  6: ['013', '124', '235', '034', '145', '025'],
  7: ['345', '056', '146', '013', '236', '024', '125'],
};

/**
 * Box-Behnken design: the middles of the edges of the cube and its centre, no corner. Six and seven variables take the published blocks of three,
 * other numbers all pairs.
 * @see G. E. P. Box, D. W. Behnken (1960), doi:10.1080/00401706.1960.10489912
 */
export const boxBehnken: DesignMethodEntry = {
  title: 'Box-Behnken',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'a quadratic response surface where corners are infeasible or extreme',
  runs: '2 d (d - 1) + centerPoints; 48 and 56 + centerPoints for d = 6 and 7',
  reference: 'doi:10.1080/00401706.1960.10489912',
  options: ['centerPoints'],
  otherNames: ['bb', 'bbd', 'bb_design'],
  create: (context) => {
    const d = context.variables.length;
    if (d < 3) context.refuse('method', 'used with at least 3 variables', 'take central-composite');
    const centres = context.integer('centerPoints', [0, 1000], 1);
    const blocks = blocksOf(d);
    const size = 2 ** (blocks[0]?.length ?? 0);
    const rows = context.structureRuns(blocks.length * size + centres);
    return pointsAtCodes(context, rows, (variable, row) => {
      const place = blocks[Math.floor(row / size)]?.indexOf(variable) ?? -1;
      if (place < 0) return 0;
      return (row % size) & (1 << place) ? 1 : -1;
    });
  },
};

function blocksOf(d: number): readonly (readonly number[])[] {
  const published = publishedBlocks[d];
  if (published) return published.map((block) => Array.from(block, Number));
  return Array.from({ length: d }, (_, i) =>
    Array.from({ length: d - i - 1 }, (_unused, k) => [i, i + k + 1]),
  ).flat();
}
