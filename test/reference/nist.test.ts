/** NIST's Statistical Reference Datasets: so many certified digits are reached. What the data's own doubles don't hold is measured against what they do. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/factorial/anova.ts';
import { moments } from '../../src/analysis/index.ts';
import { leastSquares } from '../../src/analysis/least-squares.ts';
import { regress } from '../../src/analysis/regression.ts';

type Packed = number[] | { first: number; turns: [number, number]; times: number };
type Level = 'lower' | 'average' | 'higher';
interface DataSet {
  readonly name: string;
  readonly level: Level;
}
interface NistData {
  readonly univariate: readonly (DataSet & {
    readonly values: Packed;
    readonly mean: number;
    readonly standardDeviation: number;
    readonly ofDoubles: { readonly standardDeviation: number };
  })[];
  readonly anova: readonly (DataSet & {
    readonly groups: readonly Packed[];
    readonly between: number;
    readonly within: number;
    readonly f: number;
    readonly ofDoubles: { readonly between: number; readonly within: number; readonly f: number };
  })[];
  readonly linear: readonly (DataSet & {
    readonly degree?: number;
    readonly inputs: readonly (readonly number[])[];
    readonly y: readonly number[];
    readonly coefficients: readonly number[];
    readonly standardErrors: readonly number[];
    readonly r2: number;
  })[];
}

const data = JSON.parse(readFileSync(new URL('nist.json', import.meta.url), 'utf8')) as NistData;
const leastDigits: Readonly<Record<Level, number>> = { lower: 12, average: 7, higher: 4 };

function unpack(packed: Packed): number[] {
  if (Array.isArray(packed)) return packed;
  const { first, turns, times } = packed;
  return [first, ...Array.from({ length: 2 * times }, (_, index) => turns[index % 2] ?? NaN)];
}

/** Digits in which two numbers agree, at most the 15 that are certified. */
function digits(got: number | undefined, certified: number): number {
  if (got === undefined || !Number.isFinite(got)) return 0;
  const error = certified === 0 ? Math.abs(got) : Math.abs(got / certified - 1);
  return error === 0 ? 15 : Math.min(15, Math.max(0, -Math.log10(error)));
}

const fewest = (pairs: readonly (readonly [number | undefined, number])[]): number =>
  Math.min(...pairs.map(([got, certified]) => digits(got, certified)));

describe.each(data.univariate)('the univariate set $name ($level)', (set) => {
  it('has its mean and standard deviation', () => {
    const found = moments(Float64Array.from(unpack(set.values)));
    expect(fewest([[found?.mean, set.mean]])).toBeGreaterThanOrEqual(14);
    const reached = digits(found?.standardDeviation, set.standardDeviation);
    expect(reached).toBeGreaterThanOrEqual(leastDigits[set.level]);
    const own = digits(found?.standardDeviation, set.ofDoubles.standardDeviation);
    expect(own).toBeGreaterThanOrEqual(14);
  });
});

describe.each(data.anova)('the analysis of variance of $name ($level)', (set) => {
  it('has its sums of squares and F', () => {
    const groups = set.groups.map(unpack);
    const factor = Float64Array.from(groups.flatMap((group, index) => group.map(() => index)));
    const table = anova([factor], Float64Array.from(groups.flat()));
    const [term] = table?.terms ?? [];
    const reached = (wanted: { between: number; within: number; f: number }): number =>
      fewest([
        [term?.sumOfSquares, wanted.between],
        [table?.residual.sumOfSquares, wanted.within],
        [term?.f, wanted.f],
      ]);
    expect(reached(set.ofDoubles)).toBeGreaterThanOrEqual(12);
    // The doubles next to SmLs07's to SmLs09's values, 13 equal digits, hold no more than these.
    const held = Math.min(
      ...(['between', 'within', 'f'] as const).map((key) => digits(set.ofDoubles[key], set[key])),
    );
    expect(reached(set)).toBeGreaterThanOrEqual(Math.min(leastDigits[set.level], Math.floor(held)));
  });
});

describe.each(data.linear)('the linear regression of $name ($level)', (set) => {
  const y = Float64Array.from(set.y);
  const powers = (count: number): Float64Array[] =>
    Array.from({ length: count }, (_, index) =>
      Float64Array.from(set.inputs[0] ?? [], (x) => x ** (index + 1)),
    );
  const columns =
    set.degree === undefined
      ? set.inputs.map((input) => Float64Array.from(input))
      : powers(set.degree);
  const hasConstant = !set.name.startsWith('noint');

  it('has its coefficients and their standard errors', () => {
    const fit = leastSquares(hasConstant ? [y.map(() => 1), ...columns] : columns, y);
    const reached = fewest(
      set.coefficients.map((certified, index) => [fit?.coefficients[index], certified]),
    );
    expect(reached).toBeGreaterThanOrEqual(leastDigits[set.level]);
    const ofErrors = set.standardErrors.flatMap((certified, index) =>
      certified > 0 ? [digits(fit?.standardErrors[index], certified)] : [],
    );
    expect(Math.min(15, ...ofErrors)).toBeGreaterThanOrEqual(leastDigits[set.level]);
  });

  // Without a constant the share is another notion.
  if (!hasConstant) return;
  it('has its share of explained variance', () => {
    expect(digits(regress(columns, y)?.r2, set.r2)).toBeGreaterThanOrEqual(leastDigits[set.level]);
  });
});
