import type { Cell } from '../../design/cell.ts';
import { centre, meanOf } from '../centre.ts';
import type { Interval } from '../confidence-intervals.ts';
import { differ } from './moved-cells.ts';
import { muStarIntervals } from './morris-intervals.ts';
import { dot } from '../orthogonal-basis.ts';

/** Elementary effects of one variable, in units of the response over the variable's whole range. */
export interface MorrisEffect {
  readonly variable: string;
  /** Mean effect; its sign tells the direction (of texts: towards later ones of their list). */
  readonly mu: number;
  /** Mean of the absolute effects: how much the variable matters. */
  readonly muStar: number;
  /** Spread of the effects: nonlinear or interacting where it is large beside mu*. */
  readonly sigma?: number;
  /** Interval of mu*; from two effects. */
  readonly muStarInterval?: Interval;
  /** Where all effects are equal: with the confidence of the interval, others are in less than this share of the places. */
  readonly unseenShare?: number;
  /** Effects used: steps of which both runs gave a value. */
  readonly count: number;
  /** Steps among them on which rounding, levels or weights left the variable where it was; each is an effect of 0. Absent: none. */
  readonly unmoved?: number;
  /** The variable holds texts: its effects are changes of the response between two of them, as they have no range. */
  readonly categorical?: true;
}

/** A variable that trajectories move. */
export interface MovedVariable {
  readonly name: string;
  /** One entry a row. */
  readonly values: Float64Array | readonly Cell[];
  /** Width of its range, by which changes are divided; of texts all of them in order, whose steps count as they are. */
  readonly range: number | readonly Cell[];
}

/** The elementary effects of one variable. */
export interface ElementaryEffects {
  readonly variable: MovedVariable;
  readonly effects: Float64Array;
  /** How many of them are of steps on which the variable stayed. */
  readonly unmoved: number;
}

/**
 * Elementary effects from trajectories of d + 1 rows, by the changes of the variables that were really made. A failed run costs the two effects it
 * belongs to and nothing else.
 * @param variables all d that are moved, also texts
 * @param response NaN where a run gave none
 */
export function elementaryEffects(
  variables: readonly MovedVariable[],
  response: Float64Array,
): readonly ElementaryEffects[] {
  const rows = variables.length + 1;
  const effects = variables.map((): number[] => []);
  const unmoved = variables.map(() => 0);
  for (let start = 0; start + rows <= response.length; start += rows) {
    const resting = new Set(variables.keys());
    let [stillSteps, stillEffects] = [0, 0];
    for (let row = start + 1; row < start + rows; row += 1) {
      const change = (response[row] ?? NaN) - (response[row - 1] ?? NaN);
      const moved = variables.findIndex((own) => !isKnown(own, row) || differ(own, row - 1, row));
      const variable = variables[moved];
      if (variable === undefined) {
        stillSteps += 1;
        if (Number.isFinite(change)) stillEffects += 1;
        continue;
      }
      if (isKnown(variable, row)) resting.delete(moved);
      if (Number.isFinite(change)) effects[moved]?.push(change / stepOf(variable, row));
    }
    if (resting.size > stillSteps) continue;
    // Which of several variables at rest a still step belongs to makes no difference: each effect is 0.
    for (const index of [...resting].slice(0, stillEffects)) {
      effects[index]?.push(0);
      unmoved[index] = (unmoved[index] ?? 0) + 1;
    }
  }
  return variables.map((variable, index) => ({
    variable,
    effects: Float64Array.from(effects[index] ?? []),
    unmoved: unmoved[index] ?? 0,
  }));
}

/**
 * Morris' measures of each variable that has effects.
 * @param all of every variable
 * @param confidence of the intervals
 * @see F. Campolongo, J. Cariboni, A. Saltelli (2007), doi:10.1016/j.envsoft.2006.10.004
 */
export function morrisEffects(
  all: readonly ElementaryEffects[],
  confidence = 0.95,
): readonly MorrisEffect[] {
  const intervals = muStarIntervals(
    all.map(({ effects }) => effects),
    confidence,
  );
  return all.flatMap(({ variable: { name, range }, effects: own, unmoved: still }, index) => {
    const count = own.length;
    if (count === 0) return [];
    const { values, scale } = centre(own);
    const { interval, unseenShare } = intervals[index] ?? {};
    return [
      {
        variable: name,
        mu: meanOf(own),
        muStar: meanOf(own.map(Math.abs)),
        ...(interval ? { muStarInterval: interval } : {}),
        ...(unseenShare === undefined ? {} : { unseenShare }),
        ...(count > 1 ? { sigma: scale * Math.sqrt(dot(values, values) / (count - 1)) } : {}),
        count,
        ...(still > 0 ? { unmoved: still } : {}),
        ...(typeof range === 'number' ? {} : { categorical: true as const }),
      },
    ];
  });
}

/** Whether both rows of a step have a value; a table may lack rows. */
function isKnown({ values }: MovedVariable, row: number): boolean {
  return [values[row - 1], values[row]].every((cell) => !Number.isNaN(cell));
}

/** The change of a variable as a share of its range; of texts only its sign. */
function stepOf({ values, range }: MovedVariable, row: number): number {
  const [before = NaN, after = NaN] = [values[row - 1], values[row]];
  if (typeof range === 'number') return (Number(after) - Number(before)) / range;
  return range.indexOf(after) > range.indexOf(before) ? 1 : -1;
}
