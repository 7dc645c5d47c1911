/** Simulated Morris studies of models whose mu* on the grid is known exactly: how often what the summary trusts misses it. */
import { summariseStudy } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import type { Calibration } from './calibrate.ts';

/** A model of three inputs from 0 to 1, screened on a grid. */
export interface Screening {
  readonly name: string;
  readonly levels: number;
  readonly model: (a: number, b: number, c: number) => number;
}

const turn = 2 * Math.PI;

export const screenings: readonly Screening[] = [
  { name: 'linear', levels: 4, model: (a, b) => 3 * a + b },
  { name: 'product', levels: 4, model: (a, b, c) => a * b + c },
  { name: 'wave', levels: 8, model: (a, b, c) => 5 * Math.sin(turn * a) * b + c },
  {
    name: 'Ishigami',
    levels: 8,
    model: (a, b, c) => {
      const sine = Math.sin(turn * (a - 0.5));
      return sine + 7 * Math.sin(turn * (b - 0.5)) ** 2 + 0.1 * (turn * (c - 0.5)) ** 4 * sine;
    },
  },
  { name: 'exponential', levels: 6, model: (a, b, c) => Math.exp(3 * a + 2 * b + c) },
  { name: 'step', levels: 4, model: (a, b) => 10 * Number(a > 0.8) + b },
  { name: 'corner', levels: 4, model: (a, b) => 100 * Number(a > 0.9) * Number(b > 0.9) },
];

const names = ['a', 'b', 'c'] as const;

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;

/** mu* of each input over all steps of the grid, from every place of the others. */
export function trueMuStar({ levels, model }: Screening): readonly number[] {
  const grid = Array.from({ length: levels }, (_, level) => level / (levels - 1));
  const jump = levels / 2 / (levels - 1);
  return names.map((_, own) => {
    const sizes = grid.slice(0, levels / 2).flatMap((low) =>
      grid.flatMap((first) =>
        grid.map((second) => {
          const at = (value: number): number => {
            const place = [first, second];
            place.splice(own, 0, value);
            return model(...(place as [number, number, number]));
          };
          return Math.abs(at(low + jump) - at(low)) / jump;
        }),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  });
}

/** One entry for each input. @param studies each with a seed of its own, from 1 */
export function calibrateScreening(
  screening: Screening,
  trajectories: number,
  studies: number,
): readonly Calibration[] {
  const truth = trueMuStar(screening);
  const options = { trajectories, levels: screening.levels };
  const variables = names.map((name) => ({ name, source }));
  const distributions = Object.fromEntries(names.map((name) => [name, source]));
  const counts = names.map(() => ({ good: 0, missed: 0 }));
  for (let seed = 1; seed <= studies; seed += 1) {
    const design = createDesign({ method: 'morris', seed, variables, options });
    const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
    const [a, b, c] = columns;
    const y = Float64Array.from({ length: design.rowCount }, (_, row) =>
      screening.model(a?.[row] ?? NaN, b?.[row] ?? NaN, c?.[row] ?? NaN),
    );
    const { estimators, morris } = summariseStudy(
      {
        accepted: Array.from(y, () => true),
        columns: [
          ...names.map((name, j) => ({ name, role: 'input' as const, values: columns[j] ?? y })),
          { name: 'y', role: 'output', values: y },
        ],
      },
      // A polynomial chaos of more terms takes nearly all of the time.
      {
        ...{ method: 'morris', options, seed, variables: names, distributions },
        settings: { chaosDegree: 1 },
      },
    );
    const isGood = estimators.some((own) => own.estimator === 'morris' && own.trust === 'good');
    if (!isGood) continue;
    counts.forEach((count, j) => {
      const [low, high] = morris?.[0]?.effects[j]?.muStarInterval ?? [NaN, NaN];
      const [wanted = NaN, slack = 1e-9] = [truth[j]];
      count.good += 1;
      if (!(low - slack <= wanted && wanted <= high + slack)) count.missed += 1;
    });
  }
  return counts.map((count, j) => ({
    estimator: 'morris',
    quantity: `mu* of ${names[j] ?? ''}`,
    ...count,
  }));
}
