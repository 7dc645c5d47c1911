/** The ways in which a method's points become cells; the only place where designs are scaled. */
import type { Cell } from './cell.ts';
import { readCorrelation, withCopula, withRearrangement } from './correlation.ts';
import type { DesignPoints } from './design.ts';
import type { DesignContext } from './design-context.ts';
import type { FillUnit } from './fill-unit.ts';

/** Points of the unit cube, scaled by each variable's quantile. */
export function pointsInUnitCube(
  { variables }: DesignContext,
  rowCount: number,
  fill: FillUnit,
  notes: readonly string[] = [],
): DesignPoints {
  return {
    rowCount,
    notes,
    unit: fill,
    column: (variable, start, count) => {
      const target = new Float64Array(count);
      fill(variable, start, target);
      return variables[variable]?.scale(target) ?? target;
    },
  };
}

/**
 * Random points of the unit cube with the rank correlations that the option `correlation` asks for.
 * @param stratified keep each variable's set of values, which needs all rows at once
 */
export function correlatedPoints(
  context: DesignContext,
  rowCount: number,
  fill: FillUnit,
  stratified = false,
): DesignPoints {
  const factor = readCorrelation(context);
  if (!factor) return pointsInUnitCube(context, rowCount, fill);
  const correlated = stratified
    ? withRearrangement(context, rowCount, fill, factor)
    : withCopula(fill, factor);
  return pointsInUnitCube(context, rowCount, correlated, [
    stratified
      ? 'Values were rearranged by Iman and Conover for the wanted rank correlations.'
      : 'Rank correlations are made by a normal copula.',
  ]);
}

/** Points whose cells are made one by one. */
export function pointsOf(
  rowCount: number,
  at: (variable: number, row: number) => Cell | undefined,
  notes: readonly string[] = [],
): DesignPoints {
  return {
    rowCount,
    notes,
    column: (variable, start, count) => {
      const cells = Array.from({ length: count }, (_, row) => at(variable, start + row) ?? NaN);
      return cells.every((cell) => typeof cell === 'number') ? Float64Array.from(cells) : cells;
    },
  };
}

/** Points on levels: `at` gives the level's number. */
export function pointsOnLevels(
  levels: readonly (readonly Cell[])[],
  rowCount: number,
  at: (variable: number, row: number) => number,
  notes: readonly string[] = [],
): DesignPoints {
  return pointsOf(rowCount, (variable, row) => levels[variable]?.[at(variable, row)], notes);
}

/** Points at coded places, -1 to 1 and beyond. */
export function pointsAtCodes(
  { variables }: DesignContext,
  rowCount: number,
  codeAt: (variable: number, row: number) => number,
  notes: readonly string[] = [],
): DesignPoints {
  return pointsOf(
    rowCount,
    (variable, row) => variables[variable]?.atCode(codeAt(variable, row)),
    notes,
  );
}
