import { createPermutation, createStream } from '../distributions/index.ts';
import { DesignError } from '../errors.ts';
import { gatherRows } from './block-columns.ts';
import type { DesignContext } from './design-context.ts';
import type { DesignPoints } from './design.ts';
import type { MethodDescription, RowStructure } from './method-entry.ts';

/** Structures whose estimators read the rows in their order, so that it can't be changed. */
const isOrdered: Readonly<Record<RowStructure, boolean>> = {
  independent: false,
  even: false,
  balanced: false,
  'one-at-a-time': false,
  trajectories: true,
  'pick-freeze': true,
};

/**
 * The same rows in a random order, inside their blocks where there are some, so that what drifts over the runs isn't taken for an effect.
 * @param stage 0 for the design, then 1, 2, … for the steps by which it grew
 * @throws DesignError DESIGN_OPTION for designs whose rows are random already, or whose order means something
 */
export function inRandomOrder(
  context: DesignContext,
  { kind, structure }: MethodDescription,
  points: DesignPoints,
  stage: number,
): DesignPoints {
  if (kind === 'sampled' || isOrdered[structure]) {
    throw new DesignError(
      'DESIGN_OPTION',
      `The design ${context.method} can't take \`randomize: true\``,
      {
        path: ['design', 'randomize'],
        hint: isOrdered[structure]
          ? 'its estimators need the order of the rows'
          : 'its rows are random already',
      },
    );
  }
  const { rowCount, blocks = 1 } = points;
  const size = rowCount / blocks;
  const orders = Array.from({ length: blocks }, (_, block) =>
    createPermutation(size, createStream(context.seed, `/order/${stage}/${block}`)),
  );
  const place = (row: number): number => {
    const block = Math.floor(row / size);
    return block * size + (orders[block]?.(row % size) ?? 0);
  };
  return {
    rowCount,
    notes: [
      ...(points.notes ?? []),
      blocks === 1
        ? 'The rows are in random order.'
        : 'The rows of each block are in random order.',
    ],
    column: (variable, start, count) =>
      gatherRows(
        points,
        variable,
        Array.from({ length: count }, (_, row) => place(start + row)),
      ),
  };
}
