import { centre, meanOf } from './centre.ts';
import { dot } from './orthogonal-basis.ts';

/** Elementary effects of one variable, in units of the response over the variable's whole range. */
export interface MorrisEffect {
  readonly variable: string;
  /** Mean effect; its sign tells the direction. */
  readonly mu: number;
  /** Mean of the absolute effects: how much the variable matters. */
  readonly muStar: number;
  /** Spread of the effects: nonlinear or interacting where it is large beside mu*. */
  readonly sigma?: number;
  /** Effects used: steps of which both runs gave a value. */
  readonly count: number;
}

/**
 * Morris' measures from trajectories of d + 1 rows. A failed run costs the two effects it belongs to and nothing else.
 * @param inputs columns of the d variables, one entry a row
 * @param response NaN where a run gave none
 * @param jump share of the range by which a variable jumps: levels / (2 (levels - 1))
 * @see F. Campolongo, J. Cariboni, A. Saltelli (2007), doi:10.1016/j.envsoft.2006.10.004
 */
export function morrisEffects(
  inputs: readonly { readonly name: string; readonly values: Float64Array }[],
  response: Float64Array,
  jump: number,
): readonly MorrisEffect[] {
  const rows = inputs.length + 1;
  const effects = inputs.map((): number[] => []);
  for (let row = 1; row < response.length; row += 1) {
    if (row % rows === 0) continue;
    const change = (response[row] ?? NaN) - (response[row - 1] ?? NaN);
    if (!Number.isFinite(change)) continue;
    const moved = inputs.findIndex(({ values }) => values[row] !== values[row - 1]);
    const values = inputs[moved]?.values;
    if (values === undefined) continue;
    const isUp = (values[row] ?? 0) > (values[row - 1] ?? 0);
    effects[moved]?.push((isUp ? change : -change) / jump);
  }
  return inputs.flatMap(({ name }, index) => {
    const own = effects[index] ?? [];
    const count = own.length;
    if (count === 0) return [];
    const mu = meanOf(Float64Array.from(own));
    const muStar = meanOf(Float64Array.from(own, Math.abs));
    const { values, scale } = centre(Float64Array.from(own));
    const square = dot(values, values);
    return [
      {
        variable: name,
        mu,
        muStar,
        ...(count > 1 ? { sigma: scale * Math.sqrt(square / (count - 1)) } : {}),
        count,
      },
    ];
  });
}
