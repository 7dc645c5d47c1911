import { createPermutation, createStream } from '../../distributions/index.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsInUnitCube } from '../points.ts';

/**
 * Latin hypercube: each variable's range is cut into `runs` slices of equal probability, and each slice has exactly one row,
 * at a random place in it. Any row is made without the others.
 * @see M. D. McKay, R. J. Beckman, W. J. Conover (1979), doi:10.2307/1268522
 */
export const latinHypercube: DesignMethodEntry = {
  title: 'Latin hypercube',
  when: 'the everyday choice for screening, surrogates and means with few runs',
  runs: 'runs',
  reference: 'doi:10.2307/1268522',
  options: ['centered'],
  create: (context) => {
    const runs = context.requireRuns();
    const centered = context.option('centered') ?? false;
    if (typeof centered !== 'boolean') context.refuse('centered', 'true or false');
    const columns = context.variables.map(({ name }) => ({
      slice: createPermutation(runs, createStream(context.seed, `${name}/slices`)),
      place: createStream(context.seed, `${name}/places`),
    }));
    return pointsInUnitCube(context, runs, (variable, start, target) => {
      const column = columns[variable];
      if (column === undefined) return;
      if (centered === true) target.fill(0.5);
      else column.place.fill(target, start);
      for (let row = 0; row < target.length; row += 1) {
        target[row] = inSlice(column.slice(start + row), target[row] ?? 0.5, runs);
      }
    });
  },
};

/** A place in a slice of (0, 1); rounding never moves it into the next slice nor to 1. */
export function inSlice(slice: number, place: number, slices: number): number {
  const value = (slice + place) / slices;
  return Math.floor(value * slices) > slice ? (slice + 0.5) / slices : value;
}
