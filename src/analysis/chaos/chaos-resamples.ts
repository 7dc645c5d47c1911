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
  { fit, response, errors }: PolynomialChaos,
  { resamples, seed }: Pick<Resampling, 'resamples' | 'seed'>,
): readonly (readonly number[])[] {
  const n = errors.length;
  const predicted = response.map((value, row) => value - (fit.residual[row] ?? 0));
  const stream = createStream(seed, '/chaos/bootstrap');
  const uniforms = new Float64Array(n);
  return Array.from({ length: resamples }, (_, resample) => {
    stream.fill(uniforms, resample * n);
    const target = predicted.map(
      (value, row) => value + (errors[Math.floor((uniforms[row] ?? 0) * n)] ?? 0),
    );
    return fit.coefficients(target);
  });
}
