import { expect, it } from 'vitest';
import { canonicalAnalysis } from '../../src/analysis/surface/canonical-analysis.ts';
import { errorSizeDoubts } from '../../src/analysis/doubts/error-size-doubt.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

const studies = 200;

/** How many surfaces of 60 drawn runs are doubted. @param errorAt of a run at x, from a uniform number */
function countDoubts(
  errorAt: (x: number, uniform: number, response: number, z: number) => number,
): number {
  let count = 0;
  for (let study = 0; study < studies; study += 1) {
    const [x, z, u] = ['x', 'z', 'error'].map((name) => {
      const values = new Float64Array(60);
      createStream(study, name).fill(values, 0);
      return values;
    }) as [Float64Array, Float64Array, Float64Array];
    const [a, b] = [x.map((value) => 2 * value - 1), z.map((value) => 2 * value - 1)];
    const y = a.map((value, run) => {
      const response = 5 - 4 * (value - 0.6) ** 2 - 3 * ((b[run] ?? 0) - 0.5) ** 2;
      return response + errorAt(value, u[run] ?? 0.5, response, b[run] ?? 0);
    });
    const surface = quadraticSurface([a, b], y);
    const doubts = surface ? errorSizeDoubts(surface, ['x', 'z']) : [];
    if (doubts.length > 0) {
      count += 1;
      expect(doubts.join()).toMatch(/\(Glejser’s test\)|near its stationary point/u);
    }
  }
  return count;
}

it.each([
  ['normal', normalQuantile],
  ['of a long tail on one side', (uniform: number) => -Math.log(uniform)],
  ['uniform', (uniform: number) => uniform],
])('surfaces are rarely doubted where errors of one size are %s', (_, quantile) => {
  // The chance of the two tests is 5 % each, and somewhat more of skewed errors.
  expect(countDoubts((_x, uniform) => 0.25 * quantile(uniform))).toBeLessThan(0.15 * studies);
});

it.each([
  ['grow to both ends of an input', 0.8, (x: number) => 0.5 * x ** 2],
  ['grow with an input', 0.8, (x: number) => 0.2 * Math.exp(1.5 * x)],
  ['grow with the response', 0.8, (_: number, response: number) => 0.08 * Math.abs(response)],
  ['lie in a band across two inputs', 0.6, band],
  ['are large near the stationary point alone', 0.9, nearTop],
])('most surfaces are doubted where errors %s', (_, share, sizeAt) => {
  const doubted = countDoubts(
    (x, uniform, response, z) => sizeAt(x, response, z) * normalQuantile(uniform),
  );
  expect(doubted).toBeGreaterThan(share * studies);
});

function band(x: number, _: number, z: number): number {
  return 0.05 + (Math.abs(x - z) < 0.4 ? 0.3 : 0);
}

function nearTop(x: number, _: number, z: number): number {
  return 0.1 + (Math.hypot(x - 0.6, z - 0.5) < 0.4 ? 0.5 : 0);
}

it('names the input, and sees none in the digits that an exact response was written with', () => {
  const x = Float64Array.from({ length: 40 }, (_, run) => ((run * 7) % 40) / 20 - 1);
  const z = Float64Array.from({ length: 40 }, (_, run) => ((run * 11) % 40) / 20 - 1);
  const exact = x.map((value, run) => 1 + value + (z[run] ?? 0) ** 2);
  const doubtOf = (y: Float64Array): string => {
    const surface = quadraticSurface([x, z], y);
    return surface ? errorSizeDoubts(surface, ['x', 'z']).join() : 'no surface';
  };
  expect(doubtOf(exact)).toBe('');
  expect(doubtOf(exact.map((value, run) => value + 1e-7 * (x[run] ?? 0) ** 2 * (-1) ** run))).toBe(
    '',
  );
  expect(doubtOf(exact.map((value, run) => value + (x[run] ?? 0) ** 2 * (-1) ** run))).toContain(
    'is larger at some values of x, the response than at others',
  );
});

it('advises no transformation of a response of two values', () => {
  const x = Float64Array.from({ length: 60 }, (_, run) => ((run * 7) % 60) / 30 - 1);
  const z = Float64Array.from({ length: 60 }, (_, run) => ((run * 11) % 60) / 30 - 1);
  const surface = quadraticSurface(
    [x, z],
    x.map((value, run) => Number(value + 0.3 * (z[run] ?? 0) > 0.5)),
  );
  const [advised, told] = [false, true].map((isTwoValued) =>
    surface ? errorSizeDoubts(surface, ['x', 'z'], isTwoValued).join() : '',
  );
  expect(advised).toContain('; look at a transformed response');
  expect(told).toMatch(/assume errors of one size$/u);
});

it('the interval of a run at the stationary point goes by the errors near it where they are larger', () => {
  const sides = Array.from({ length: 13 }, (_, step) => step / 6 - 1);
  const points = sides.flatMap((a) => sides.map((b) => [a, b] as const));
  const [x, z] = [0, 1].map((place) => Float64Array.from(points, (point) => point[place] ?? 0)) as [
    Float64Array,
    Float64Array,
  ];
  const widthOf = (sizeNear: number): number => {
    const y = x.map((a, run) => {
      const b = z[run] ?? 0;
      const size = Math.hypot(a, b) < 0.5 ? sizeNear : 0.1;
      return 4 - a ** 2 - b ** 2 + size * normalQuantile(((run * 89) % 169) / 169 + 1 / 338);
    });
    const surface = quadraticSurface([x, z], y);
    const [low = 0, high = 0] = (surface && canonicalAnalysis(surface))?.responseInterval ?? [];
    const [all = 0, end = 0] = surface?.interval([0, 0], 0.95) ?? [];
    return (high - low) / (end - all);
  };
  expect(widthOf(0.1)).toBeCloseTo(1, 1);
  expect(widthOf(0.4)).toBeGreaterThan(1.3);
});
