import { createStream } from '../../distributions/index.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';

/** How a fit is drawn again. */
export interface Resampling {
  readonly resamples: number;
  readonly confidence: number;
  readonly seed: number;
}

/**
 * Coefficients of fits to the predictions plus errors drawn from those of all runs: the residual bootstrap, with the errors of runs left out, so that a fit
 * with nearly as many terms as runs doesn't seem exact.
 * @see A. C. Davison, D. V. Hinkley (1997), Bootstrap Methods and their Application, doi:10.1017/CBO9780511802843, section 6.2
 */
export function resampledCoefficients(
  { errors, repeats, redraw }: PolynomialChaos,
  { resamples, seed }: Pick<Resampling, 'resamples' | 'seed'>,
): readonly (readonly number[])[] {
  const n = errors.length;
  const stream = createStream(seed, '/chaos/bootstrap');
  const uniforms = new Float64Array(n);
  const rowsOf: number[][] = [];
  const placeOf = Array.from(errors, (_, row) => {
    const number = repeats.of[row] ?? 0;
    const own = (rowsOf[number] ??= []);
    return { number, place: own.push(row) - 1 };
  });
  return Array.from({ length: resamples }, (_, resample) => {
    stream.fill(uniforms, resample * n);
    // Runs of one row share what the fit lacks there, so a row gets the errors of another one.
    return redraw((row) => {
      const { number, place } = placeOf[row] ?? { number: 0, place: 0 };
      const donor = rowsOf[Math.floor((uniforms[number] ?? 0) * rowsOf.length)] ?? [];
      return donor[place % donor.length] ?? 0;
    });
  });
}
