import { lackOfFit } from '../factorial/lack-of-fit.ts';
import type { ResponseSurface } from '../surface/response-surface.ts';

/** With a smaller chance, the runs lie further from the surface than repeats do from each other. */
const leastChance = 0.01;

/** Whether a surface leaves so little of the variance that it may be the digits that a response was written with. */
export function leavesDigitsOnly({ r2 }: Pick<ResponseSurface, 'r2'>): boolean {
  return 1 - r2 < 1e-10;
}

/**
 * Why a surface isn't the response: it leaves more than runs of the same inputs scatter, so that its standard errors are of what it lacks and of
 * noise at once. False where it doesn't, or no runs repeat others.
 * @see R. H. Myers, D. C. Montgomery, C. M. Anderson-Cook, Response Surface Methodology, ISBN 978-1-118-91601-8, section 2.7
 */
export function surfaceFitDoubt(surface: ResponseSurface): string | false {
  if (leavesDigitsOnly(surface)) return false;
  const {
    scaled,
    residuals: { values, freedom },
  } = surface;
  const chance = lackOfFit(
    scaled.map((column) => Array.from(column)),
    values,
    freedom,
  );
  return (
    chance !== undefined &&
    chance < leastChance &&
    `the runs lie further from the surface than repeats do from each other (lack of fit, p = ${chance.toExponential(1)}): the response isn’t quadratic there, and standard errors and intervals take what is left for noise`
  );
}
