/** Values of a quadratic surface as the summary holds it. */
import type { QuadraticSummary } from './summarise-surface.ts';

type Equation = Required<Pick<QuadraticSummary, 'scaling' | 'coefficients'>>;

/** The surface at a point. @param point by input; the middle of its range where one isn't named */
export function surfaceAt(
  { scaling, coefficients }: Equation,
  point: Readonly<Record<string, number>>,
): number {
  const scaled = new Map(
    scaling.map(({ input, centre, halfRange }) => [
      input,
      ((point[input] ?? centre) - centre) / halfRange,
    ]),
  );
  return coefficients.reduce(
    (sum, { inputs, coefficient }) =>
      sum + inputs.reduce((product, input) => product * (scaled.get(input) ?? 0), coefficient),
    0,
  );
}

/** The surface over two inputs, the others held. */
export interface SurfaceGrid {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** `values[row of y][column of x]` */
  readonly values: readonly (readonly number[])[];
}

/** The surface at `steps` x `steps` points over the ranges of two inputs. @param held of the other inputs; default: the middle of each */
export function surfaceGrid(
  equation: Equation,
  [first, second]: readonly [string, string],
  steps = 25,
  held: Readonly<Record<string, number>> = {},
): SurfaceGrid | undefined {
  const axes = [first, second].map((name) => {
    const range = equation.scaling.find(({ input }) => input === name);
    if (range === undefined) return undefined;
    return Array.from(
      { length: steps },
      (_, step) => range.centre + range.halfRange * ((2 * step) / (steps - 1) - 1),
    );
  });
  const [x, y] = axes;
  if (x === undefined || y === undefined) return undefined;
  const values = y.map((b) =>
    x.map((a) => surfaceAt(equation, { ...held, [first]: a, [second]: b })),
  );
  return { x, y, values };
}
