import { canonicalAnalysis, type CanonicalAnalysis } from './canonical-analysis.ts';
import type { FitSample } from '../fit-sample.ts';
import type { ResponseSurface } from './response-surface.ts';

/** A quadratic response surface by the inputs' names. */
export interface QuadraticSummary {
  readonly r2: number;
  /** On rows left out; absent where a coefficient stands on one run alone, without which there is no surface. */
  readonly q2?: number;
  /** How many coefficients there are. */
  readonly terms: number;
  /** Absent where it was fitted to all runs. */
  readonly sample?: FitSample;
  /** How inputs are scaled: (value - centre) / half range. */
  readonly scaling?: readonly {
    readonly input: string;
    readonly centre: number;
    readonly halfRange: number;
  }[];
  /** Of products of scaled inputs; an input stands twice in its square, and nowhere in the constant. */
  readonly coefficients?: readonly {
    readonly inputs: readonly string[];
    readonly coefficient: number;
    readonly standardError: number;
  }[];
  /** Where the surface is level, its point by input. */
  readonly stationary?: Omit<CanonicalAnalysis, 'point'> & {
    readonly point: Readonly<Record<string, number>>;
  };
}

/** Surfaces of more inputs give their quality only. */
const mostInputs = 20;

/**
 * @param names of the inputs that the surface was given
 * @param sample of the runs that it was fitted to; absent: all
 */
export function summariseSurface(
  surface: ResponseSurface,
  names: readonly string[],
  sample?: FitSample,
): QuadraticSummary {
  const { r2, q2, terms, inputs, centre, halfRange } = surface;
  const quality = {
    r2,
    ...(Number.isFinite(q2) ? { q2 } : {}),
    ...{ terms: terms.length, ...(sample ? { sample } : {}) },
  };
  if (inputs.length > mostInputs) return quality;
  const own = inputs.map((input) => names[input] ?? '');
  const canonical = canonicalAnalysis(surface);
  return {
    ...quality,
    scaling: own.map((input, place) => ({
      input,
      centre: centre[place] ?? 0,
      halfRange: halfRange[place] ?? 1,
    })),
    coefficients: terms.map(({ exponents, coefficient, standardError }) => ({
      inputs: exponents.flatMap((power, place) => new Array<string>(power).fill(own[place] ?? '')),
      coefficient,
      standardError,
    })),
    ...(canonical
      ? {
          stationary: {
            ...canonical,
            point: Object.fromEntries(
              own.map((name, place) => [name, canonical.point[place] ?? 0]),
            ),
          },
        }
      : {}),
  };
}
