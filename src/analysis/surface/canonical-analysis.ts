import { studentQuantile } from '../../distributions/index.ts';
import type { Interval } from '../confidence-intervals.ts';
import { errorsNear, runsAbout, type NearErrors } from './run-errors.ts';
import type { ResponseSurface } from './response-surface.ts';
import { leavesDigitsOnly } from '../doubts/surface-fit-doubt.ts';

/** Where a quadratic surface is level, and how it bends there. */
export interface CanonicalAnalysis {
  readonly kind: 'minimum' | 'maximum' | 'saddle';
  /** The point, one entry an input of the surface, in the inputs' own units. */
  readonly point: readonly number[];
  readonly response: number;
  /** 95 % interval of a run at the point, by the error of all runs, or of those near it where it seems larger; absent where no runs measure the error. */
  readonly responseInterval?: Interval;
  /** Why the interval may be too narrow, though the surface is good; absent where there is no interval, or nothing speaks against it. */
  readonly intervalDoubt?: string;
  /** Whether the point lies within the ranges that the surface was fitted to. */
  readonly isInside: boolean;
  /** Second-order coefficients along the axes on which the surface has no interactions, ascending, in units of half ranges. */
  readonly eigenvalues: readonly number[];
  /** Direction of each axis, one entry an input, of length 1 in units of half ranges. */
  readonly axes: readonly (readonly number[])[];
}

/** A smaller eigenvalue, beside the largest, is a ridge, along which no point is stationary; where all are smaller beside the slope, the surface is a plane. */
const flat = 1e-8;

/**
 * Stationary point and axes of a surface that has all squares.
 * @returns undefined where an input has no square, or the surface is flat along an axis
 * @see R. H. Myers, D. C. Montgomery, C. M. Anderson-Cook, Response Surface Methodology, ISBN 978-1-118-91601-8, chapter 6
 */
export function canonicalAnalysis(surface: ResponseSurface): CanonicalAnalysis | undefined {
  const { centre, halfRange, terms, inputs } = surface;
  const d = inputs.length;
  const slope = new Float64Array(d);
  const bend = Array.from({ length: d }, () => new Float64Array(d));
  for (const { exponents, coefficient } of terms) {
    const places = exponents.flatMap((power, place) => new Array<number>(power).fill(place));
    const [i, j] = places;
    if (i === undefined) continue;
    if (j === undefined) slope[i] = coefficient;
    else {
      const share = i === j ? coefficient : coefficient / 2;
      for (const [row, column] of [
        [i, j],
        [j, i],
      ] as const) {
        const own = bend[row];
        if (own) own[column] = share;
      }
    }
  }
  const { values, vectors } = eigenpairs(bend);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const steepest = slope.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (!(largest > flat * steepest) || values.some((value) => Math.abs(value) <= flat * largest)) {
    return undefined;
  }
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const coded = slope.map((_, input) =>
    vectors.reduce((sum, axis, index) => {
      const along = axis.reduce((total, part, row) => total + part * (slope[row] ?? 0), 0);
      return sum - ((axis[input] ?? 0) * along) / (2 * (values[index] ?? NaN));
    }, 0),
  );
  const point = Array.from(coded, (z, place) => (centre[place] ?? 0) + z * (halfRange[place] ?? 1));
  const whole: number[] = [];
  inputs.forEach((input, place) => (whole[input] = point[place] ?? NaN));
  const near = errorsNear(surface, point);
  const interval = widened(surface, surface.interval(whole, confidence), near);
  return {
    kind: values.every((value) => value > 0)
      ? 'minimum'
      : values.every((value) => value < 0)
        ? 'maximum'
        : 'saddle',
    point,
    response: surface.predict(whole),
    ...(interval ? { responseInterval: interval, ...intervalDoubt(surface, point) } : {}),
    isInside: coded.every((z) => Math.abs(z) <= 1),
    eigenvalues: order.map((index) => values[index] ?? NaN),
    axes: order.map((index) => Array.from(vectors[index] ?? [])),
  };
}

const confidence = 0.95;

/** With a smaller chance of errors near a point that are so much larger, its interval goes by them. */
const chanceOfNear = 0.25;

/** Fewer runs than this for each coefficient don't show whether errors near a point are larger than elsewhere. */
const runsForInterval = 10;

/** So many runs within this part of the half ranges measure the errors at a point; those of fewer, or farther ones, may be of another size. */
const measured = { runs: 8, radius: 1 / 4 };

function intervalDoubt(
  surface: ResponseSurface,
  point: readonly number[],
): Pick<CanonicalAnalysis, 'intervalDoubt'> {
  if (leavesDigitsOnly(surface)) return {};
  const [runs, least] = [surface.fitted.length, runsForInterval * surface.terms.length];
  const assumed = 'it takes errors there to be as large as elsewhere, which';
  if (runs < least) {
    return {
      intervalDoubt: `${assumed} ${runs} runs don’t show; ${least} would (${runsForInterval} for each coefficient), ${measured.runs} of them near the point`,
    };
  }
  const about = runsAbout(surface, point, measured.radius);
  if (about >= measured.runs) return {};
  return {
    intervalDoubt: `${assumed} ${about === 1 ? 'one run' : `${about} runs`} near it can’t show; ${measured.runs} runs within a quarter of the inputs’ half ranges would`,
  };
}

/** The interval of a run at a point, by the errors near it where these are larger. */
function widened(
  { residuals: { values, freedom } }: ResponseSurface,
  interval: Interval | undefined,
  near: NearErrors | undefined,
): Interval | undefined {
  if (!interval || !near || near.chance >= chanceOfNear) return interval;
  const meanSquare = values.reduce((sum, value) => sum + value ** 2, 0) / freedom;
  const quantileOf = (own: number): number => studentQuantile((1 + confidence) / 2, own);
  const factor =
    (Math.sqrt(near.meanSquare / meanSquare) * quantileOf(near.freedom)) / quantileOf(freedom);
  if (!(factor > 1)) return interval;
  const [low, high] = interval;
  const half = (factor * (high - low)) / 2;
  return [(low + high) / 2 - half, (low + high) / 2 + half];
}

/** Eigenvalues and vectors of a symmetric matrix by Jacobi's rotations. @see G. H. Golub, C. F. Van Loan, Matrix Computations, section 8.5 */
function eigenpairs(matrix: readonly Float64Array[]): {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
} {
  const d = matrix.length;
  const a = matrix.map((row) => row.slice());
  const vectors = a.map((_, index) =>
    Float64Array.from({ length: d }, (_unused, k) => Number(k === index)),
  );
  const at = (row: number, column: number): number => a[row]?.[column] ?? 0;
  const turn = (
    one: Float64Array | undefined,
    other: Float64Array | undefined,
    c: number,
    s: number,
  ) => {
    for (let k = 0; one && other && k < d; k += 1) {
      const [x, y] = [one[k] ?? 0, other[k] ?? 0];
      one[k] = c * x - s * y;
      other[k] = s * x + c * y;
    }
  };
  for (let sweep = 0; sweep < 60; sweep += 1) {
    let rest = 0;
    for (let p = 0; p < d; p += 1) {
      for (let q = p + 1; q < d; q += 1) {
        const off = at(p, q);
        if (Math.abs(off) <= 1e-17 * (Math.abs(at(p, p)) + Math.abs(at(q, q)))) continue;
        rest += 1;
        const theta = (at(q, q) - at(p, p)) / (2 * off);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        turn(a[p], a[q], c, t * c);
        for (const row of a) {
          const [x, y] = [row[p] ?? 0, row[q] ?? 0];
          row[p] = c * x - t * c * y;
          row[q] = t * c * x + c * y;
        }
        turn(vectors[p], vectors[q], c, t * c);
      }
    }
    if (rest === 0) break;
  }
  return { values: Float64Array.from(a, (row, index) => row[index] ?? NaN), vectors };
}
