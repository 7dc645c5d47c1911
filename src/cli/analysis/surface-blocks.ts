import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { five, showing, titled } from './titled-table.ts';

/** Inputs of an equation that is printed; larger ones are in the summary. */
const mostInputs = 5;

/** Q2 below which an equation isn't worth printing. */
const leastPrediction = 0.5;

function ends(interval: readonly [number, number] | undefined, show: typeof five): string {
  return interval ? ` (${interval.map(show).join(' .. ')})` : '';
}

/** The equation of each quadratic surface that predicts, and where it is level. */
export function surfaceBlocks(sensitivity: Summary['sensitivity']): readonly Block[] {
  return sensitivity.flatMap(({ response, quadratic }) => {
    const { coefficients = [], scaling = [], stationary, q2, r2 = 0 } = quadratic ?? {};
    if (coefficients.length === 0 || scaling.length > mostInputs) return [];
    if ((q2 ?? r2) < leastPrediction) return [];
    const place = Object.entries(stationary?.point ?? {})
      .map(([input, value]) => {
        const { centre = value, halfRange = 0 } = scaling.find((own) => own.input === input) ?? {};
        return `${input} = ${showing([centre - halfRange, centre + halfRange])(value)}`;
      })
      .join(', ');
    const sizes = coefficients.flatMap(({ inputs, coefficient }) =>
      inputs.length > 0 ? [Math.abs(coefficient)] : [],
    );
    const showCoefficient = (value: number): string =>
      showing([value, value + Math.max(0, ...sizes)])(value);
    const showResponse = showing([stationary?.response, ...(stationary?.responseInterval ?? [])]);
    return [
      ...titled(`Quadratic surface of ${response}, inputs scaled to -1 .. 1`, {
        kind: 'table',
        head: ['term', 'coefficient', 'standard error'],
        rows: coefficients.map(({ inputs, coefficient, standardError }) => [
          inputs.join(' x ') || 'constant',
          inputs.length > 0 ? five(coefficient) : showCoefficient(coefficient),
          five(standardError),
        ]),
      }),
      ...(stationary
        ? [
            {
              kind: 'text',
              lines: [
                `${stationary.kind} of ${showResponse(stationary.response)}${ends(stationary.responseInterval, showResponse)} at ${place}${stationary.isInside ? '' : ', outside of the runs'}; it bends by ${stationary.eigenvalues.map(five).join(', ')} along its axes`,
                ...(stationary.intervalDoubt === undefined
                  ? []
                  : [`The interval may be too narrow: ${stationary.intervalDoubt}.`]),
              ],
            } as const,
          ]
        : []),
    ];
  });
}
