import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { five, titled } from './titled-table.ts';

/** Inputs of an equation that is printed; larger ones are in the summary. */
const mostInputs = 5;

/** Q2 below which an equation isn't worth printing. */
const leastPrediction = 0.5;

function ends(interval: readonly [number, number] | undefined): string {
  return interval ? ` (${interval.map(five).join(' .. ')})` : '';
}

/** The equation of each quadratic surface that predicts, and where it is level. */
export function surfaceBlocks(sensitivity: Summary['sensitivity']): readonly Block[] {
  return sensitivity.flatMap(({ response, quadratic }) => {
    const { coefficients = [], scaling = [], stationary, q2 = 0 } = quadratic ?? {};
    if (coefficients.length === 0 || scaling.length > mostInputs || q2 < leastPrediction) return [];
    const place = Object.entries(stationary?.point ?? {})
      .map(([input, value]) => `${input} = ${five(value)}`)
      .join(', ');
    return [
      ...titled(`Quadratic surface of ${response}, inputs scaled to -1 .. 1`, {
        kind: 'table',
        head: ['term', 'coefficient', 'standard error'],
        rows: coefficients.map(({ inputs, coefficient, standardError }) => [
          inputs.join(' x ') || 'constant',
          five(coefficient),
          five(standardError),
        ]),
      }),
      ...(stationary
        ? [
            {
              kind: 'text',
              lines: [
                `${stationary.kind} of ${five(stationary.response)}${ends(stationary.responseInterval)} at ${place}${stationary.isInside ? '' : ', outside of the runs'}; it bends by ${stationary.eigenvalues.map(five).join(', ')} along its axes`,
              ],
            } as const,
          ]
        : []),
    ];
  });
}
