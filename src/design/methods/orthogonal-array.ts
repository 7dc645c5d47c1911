import { createPermutation, createStream } from '../../distributions/index.ts';
import type { DesignContext } from '../design-context.ts';
import type { DesignPoints } from '../design.ts';
import { inSlice } from '../in-slice.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import {
  findOrthogonalColumns,
  nearestPrimePower,
  type OrthogonalColumns,
} from '../orthogonal-columns.ts';
import { pointsInUnitCube, pointsOf } from '../points.ts';
import { primePower } from '../galois-field.ts';

/**
 * Orthogonal array on `levels` levels (a prime power; default: those of the variables, else the fewest that give s^2 rows): any
 * `strength` variables have each combination of levels equally often. A continuous variable has the middles of slices of equal
 * probability; `place: random` puts each row anywhere in its slice, `place: latin` makes a Latin hypercube of it, whose pairs of
 * variables are even too.
 * @see B. Tang (1993), doi:10.2307/2291282; A. B. Owen (1992), Statistica Sinica 2, 439-452
 */
export const orthogonalArray: DesignMethodEntry = {
  title: 'Orthogonal array',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'main effects of many variables on three or more levels; with place: latin an even Latin hypercube',
  runs: 's^2 for up to s + 1 variables, 2 s^2 for up to 2 s + 1 (s odd), else s^3, …; s^strength above strength 2; s = levels',
  reference: 'doi:10.1214/aoms/1177729387',
  options: ['levels', 'strength', 'place'],
  otherNames: ['oa', 'oas', 'taguchi'],
  create: (context) => {
    const { variables } = context;
    const levels = readLevels(context);
    const strength = context.integer('strength', [2, 10], 2);
    const place = context.choice('place', ['center', 'random', 'latin'], 'center');
    const array = findOrthogonalColumns(variables.length, levels, strength);
    if (!array) {
      return context.refuse(
        'levels',
        `enough for ${variables.length} variables at strength ${strength}`,
        strength > 2
          ? `nearest: ${primePowerFrom(Math.max(strength, variables.length - 1))}`
          : 'fewer variables, or more levels',
      );
    }
    const rows = context.structureRuns(array.rows);
    const notes = [
      `${array.name}'s array: ${rows} rows, ${levels} levels, strength ${strength}${place === 'latin' ? ', as a Latin hypercube' : ''}.`,
    ];
    if (place !== 'center') return spreadPoints(context, { ...array, levels, notes }, place);
    for (const { name, levelCount } of variables) {
      if (levelCount === undefined || levelCount === levels) continue;
      context.refuse(
        'levels',
        `the ${levelCount} levels of ${name}`,
        'give all variables as many levels, or take `place: random`',
      );
    }
    const middle = (level: number): Float64Array => Float64Array.of((level + 0.5) / levels);
    const cells = variables.map(({ scale, at, levelCount }) =>
      Array.from({ length: levels }, (_, level) =>
        levelCount === undefined ? scale(middle(level))[0] : at(level),
      ),
    );
    return pointsOf(rows, (variable, row) => cells[variable]?.[array.at(row, variable)], notes);
  },
};

function readLevels(context: DesignContext): number {
  const { variables } = context;
  const own = new Set(variables.flatMap(({ levelCount }) => levelCount ?? []));
  const usual = own.size === 1 ? [...own][0] : primePowerFrom(Math.max(2, variables.length - 1));
  const levels = context.integer('levels', [2, 256], Math.min(256, usual ?? 2));
  if (primePower(levels)) return levels;
  return context.refuse(
    'levels',
    `a prime power (2, 3, 4, 5, 7, 8, 9, …), got ${levels} levels`,
    `nearest: ${nearestPrimePower(levels)}`,
  );
}

function primePowerFrom(least: number): number {
  let order = least;
  while (!primePower(order)) order += 1;
  return order;
}

/** Levels in random order, and each row somewhere in its level's slice. */
function spreadPoints(
  context: DesignContext,
  array: OrthogonalColumns & { readonly levels: number; readonly notes: readonly string[] },
  place: 'random' | 'latin',
): DesignPoints {
  const { rows, levels, at, notes } = array;
  const made = new Map<number, Float64Array>();
  const make = (variable: number): Float64Array => {
    const name = context.variables[variable]?.name ?? '';
    const column = new Float64Array(rows);
    createStream(context.seed, `${name}/places`).fill(column, 0);
    const levelOf = createPermutation(levels, createStream(context.seed, `${name}/levels`));
    const share = rows / levels;
    const slots = Array.from({ length: levels }, (_, level) =>
      createPermutation(share, createStream(context.seed, `${name}/slots/${level}`)),
    );
    const met = new Uint32Array(levels);
    return column.map((u, row) => {
      const level = levelOf(at(row, variable));
      if (place === 'random') return inSlice(level, u, levels);
      const slot = slots[level]?.(met[level] ?? 0) ?? 0;
      met[level] = (met[level] ?? 0) + 1;
      return inSlice(level * share + slot, u, rows);
    });
  };
  return pointsInUnitCube(
    context,
    rows,
    (variable, start, target) => {
      const column = made.get(variable) ?? make(variable);
      made.set(variable, column);
      target.set(column.subarray(start, start + target.length));
    },
    notes,
  );
}
