import { studentQuantile } from '../../distributions/index.ts';
import { canonicalAnalysis } from '../surface/canonical-analysis.ts';
import type { ResponseSurface } from '../surface/response-surface.ts';

/** A surface that predicts less has no axes to speak of. */
const leastPrediction = 0.5;

/**
 * Why the stationary point of a surface may lie elsewhere: along an axis whose curvature is within its error, the surface is level as far as the
 * runs tell. False where every curvature is known.
 * @see S. Bisgaard, B. Ankenman (1996), doi:10.1080/00401706.1996.10484459
 */
export function ridgeDoubt(surface: ResponseSurface, names: readonly string[]): string | false {
  const found = canonicalAnalysis(surface);
  const freedom = surface.count - surface.terms.length;
  // A point outside of the runs is a guess anyway.
  if (!found?.isInside || freedom < 1 || surface.q2 < leastPrediction) return false;
  const width = studentQuantile(0.975, freedom);
  const level = found.axes.filter((axis, index) => {
    const variance = surface.terms.reduce((sum, { exponents, standardError }) => {
      const isCurvature = exponents.reduce((total, power) => total + power, 0) === 2;
      const weight = exponents.reduce((product, power, i) => product * (axis[i] ?? 0) ** power, 1);
      return isCurvature ? sum + (weight * standardError) ** 2 : sum;
    }, 0);
    return Math.abs(found.eigenvalues[index] ?? 0) < width * Math.sqrt(variance);
  });
  const [axis] = level;
  if (!axis) return false;
  const along = surface.inputs
    .map((input, place) => [Math.abs(axis[place] ?? 0), names[input] ?? ''] as const)
    .filter(([share]) => share > 0.3)
    .map(([, name]) => name);
  return `the surface is a ridge: along ${along.join(' and ')} its curvature is within its error, so the stationary point may lie anywhere there`;
}
