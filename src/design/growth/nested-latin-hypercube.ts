import { createPermutation, createStream } from '../../distributions/index.ts';
import { readCorrelation, withRearrangement } from '../correlation.ts';
import type { DesignContext } from '../design-context.ts';
import { inSlice } from '../in-slice.ts';
import type { DesignGrowth, GrowthStep } from '../method-entry.ts';
import type { FillUnit } from '../fill-unit.ts';
import { pointsInUnitCube } from '../points.ts';
import { nearest } from './continued-rows.ts';

/**
 * Growth of a Latin hypercube from N rows to k N: each of its N slices is cut into k, one of which holds the old row, and each of the
 * k - 1 further blocks of N rows takes one of the others. So all rows together are Latin in k N slices, and each block is Latin in N.
 * Rank correlations are rebuilt in each block. Holds the further rows.
 * @see C. J. Sallaberry, J. C. Helton, S. C. Hora (2008), doi:10.1016/j.ress.2007.04.005; P. Z. G. Qian (2012),
 * doi:10.1080/01621459.2011.644132
 */
export const nestedLatinHypercube: DesignGrowth = {
  rows: 'a multiple of the rows so far (nested: all rows together are Latin)',
  create: (context, step) => {
    const { rows, add, refuse } = step;
    if (add % rows !== 0) {
      const below = Math.floor(add / rows) * rows;
      refuse(
        `a multiple of the ${rows} rows so far, so that it stays Latin`,
        `nearest: ${nearest(below, below + rows)}`,
      );
    }
    const made = new Map<number, Float64Array>();
    const fill: FillUnit = (variable, start, target) => {
      const places = made.get(variable) ?? placesOf(context, step, variable);
      made.set(variable, places);
      target.set(places.subarray(start, start + target.length));
    };
    const isSpread = (context.option('criterion') ?? 'none') !== 'none';
    return pointsInUnitCube(context, add, correlated(context, step, fill), [
      `${add} further rows fill the free ones of ${rows + add} slices: all rows together are Latin, and each further block of ${rows}.`,
      ...(isSpread ? ['The criterion spreads the first rows only.'] : []),
    ]);
  },
};

/** Places of the further rows of one variable, inside (0, 1). */
function placesOf(context: DesignContext, step: GrowthStep, variable: number): Float64Array {
  const { rows, add } = step;
  const name = context.variables[variable]?.name ?? '';
  const slots = orderSlots(context, step, variable);
  const times = slots.length / rows;
  const places = new Float64Array(add);
  if (context.option('centered') === true) places.fill(0.5);
  else createStream(context.seed, `${name}/places`).fill(places, rows);
  for (let block = 1; block < times; block += 1) {
    const sliceOf = createPermutation(
      rows,
      createStream(context.seed, `${name}/slices/${rows}/${block}`),
    );
    for (let row = 0; row < rows; row += 1) {
      const slice = sliceOf(row);
      const slot = slots[slice * times + block] ?? 0;
      const at = (block - 1) * rows + row;
      places[at] = inSlice(slice * times + slot, places[at] ?? 0.5, rows + add);
    }
  }
  return places;
}

/** For each slice its finer ones: that of the old row, then the free ones in random order. */
function orderSlots(
  { variables, seed }: DesignContext,
  { before, rows, add }: GrowthStep,
  variable: number,
): Uint32Array {
  const times = add / rows + 1;
  const slots = Uint32Array.from({ length: rows * times }, (_, index) => index % times);
  const exchange = (a: number, b: number): void => {
    [slots[a], slots[b]] = [slots[b] ?? 0, slots[a] ?? 0];
  };
  for (const { rowCount, unit } of before) {
    const own = new Float64Array(rowCount);
    unit?.(variable, 0, own);
    for (const place of own) {
      const slice = Math.floor(place * rows);
      const slot = Math.floor(place * rows * times) - slice * times;
      exchange(slice * times, slice * times + Math.min(times - 1, Math.max(0, slot)));
    }
  }
  const order = createStream(seed, `${variables[variable]?.name ?? ''}/slots/${rows}`);
  for (let at = 0; at < slots.length; at += times) {
    for (let last = times - 1; last > 1; last -= 1) {
      exchange(at + last, at + 1 + Math.floor(order.uniform(at + last) * last));
    }
  }
  return slots;
}

function correlated(context: DesignContext, { rows, add }: GrowthStep, fill: FillUnit): FillUnit {
  const factor = readCorrelation(context);
  if (!factor) return fill;
  const blocks = Array.from({ length: add / rows }, (_, block) => {
    const named = context.variables.map((variable) => ({
      ...variable,
      name: `${variable.name}/${rows}/${block + 1}`,
    }));
    return withRearrangement(
      { ...context, variables: named },
      rows,
      (variable, start, target) => {
        fill(variable, block * rows + start, target);
      },
      factor,
    );
  });
  return (variable, start, target) => {
    for (let at = 0; at < target.length;) {
      const row = (start + at) % rows;
      const length = Math.min(rows - row, target.length - at);
      blocks[Math.floor((start + at) / rows)]?.(variable, row, target.subarray(at, at + length));
      at += length;
    }
  };
}
