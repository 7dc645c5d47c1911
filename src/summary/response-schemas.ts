/** Shapes of what `summary.json` says of one response over all accepted runs. */
import { z } from 'zod';
import {
  describe,
  fitSample,
  interval,
  leftOut,
  mean,
  name,
  number,
  standardDeviation,
  whole,
} from './schema-words.ts';

const limitsSchema = z.strictObject({
  order: describe(whole, 'Place of the run that gives the limit, counted from the end'),
  lower: describe(number, 'At least the share `coverage` of all values is above'),
  upper: describe(number, 'At least the share `coverage` of all values is below'),
});

/** Moments, intervals, percentiles, tolerance limits and levels. */
export const responseMomentsSchema = z.strictObject({
  count: describe(whole, 'Finite values'),
  mean,
  standardDeviation,
  skewness: describe(number.optional(), 'Bias-corrected; from 3 values that differ'),
  kurtosis: describe(
    number.optional(),
    'Bias-corrected excess: 0 for a normal distribution; from 4 values that differ',
  ),
  min: describe(number, 'Smallest value'),
  max: describe(number, 'Largest value'),
  confidence: z
    .strictObject({
      mean: describe(interval, 'Of the mean'),
      standardDeviation: describe(interval, 'Of the standard deviation'),
    })
    .optional()
    .meta({
      description:
        'Intervals by Student and chi-square for normal values of independent draws of the inputs, which runs may share (95 %, or `statistics.confidence`); of a constraint those of the share of runs that keep it, by Clopper and Pearson; too wide for a Latin hypercube or Sobol’ design',
    }),
  unseenShare: describe(
    number.optional(),
    'With the same confidence, runs unlike all of these have less than this share of the distribution (0.058 of 50 runs), and no result shows them; absent where the rows are no sample of it',
  ),
  percentiles: describe(
    z.record(z.string(), z.number()),
    'By percent: 1, 5, 10, 25, 50, 75, 90, 95, 99; linear between order statistics (type 7)',
  ),
  tolerance: z
    .strictObject({
      coverage: describe(number, 'Share of all values that is bounded'),
      confidence: describe(number, 'How sure that is'),
      runsNeeded: z
        .strictObject({
          oneSided: describe(whole, 'Fewest runs for one limit'),
          twoSided: describe(whole, 'Fewest runs for both together'),
        })
        .meta({
          description: "Wilks' sizes: fewest runs for a limit on one side, and on both together",
        }),
      oneSided: limitsSchema
        .optional()
        .meta({ description: 'Each limit by itself; absent with too few runs' }),
      twoSided: limitsSchema.optional().meta({ description: 'Limits that hold together' }),
    })
    .meta({
      description:
        'Distribution-free limits from order statistics, for independent draws of the inputs, which runs may share',
    }),
  levels: z
    .array(
      z.strictObject({
        asked: describe(
          z.enum(['response', 'probability', 'reliability']),
          'Which of the three the study file gave',
        ),
        response: describe(number, 'Value of the response'),
        probability: describe(number, 'Share of runs with at most this value'),
        exceedance: describe(number, 'Share of runs above it'),
        probabilityInterval: describe(
          interval,
          'Clopper and Pearson, for independent draws of the inputs, which runs may share; lower or higher where few more than 15 runs are on the rarer side, as fewer aren’t called good',
        ),
        reliability: describe(number.optional(), '(mean - level) / standard deviation'),
        generalizedReliability: describe(
          number.optional(),
          'Normal quantile of the probability, sign turned; absent at 0 and 1',
        ),
      }),
    )
    .optional()
    .meta({ description: 'Levels that `statistics.levels` asks for' }),
});

/** Regressions, partial correlations, first-order indices from given data, and a quadratic surface. */
export const responseSensitivitySchema = z.strictObject({
  response: name,
  inputs: describe(
    z.array(
      z.strictObject({
        input: name,
        src: describe(number.optional(), 'Standardised regression coefficient'),
        srrc: describe(number.optional(), 'The same of ranks'),
        partial: describe(number.optional(), 'Partial correlation'),
        partialRank: describe(number.optional(), 'Partial correlation of ranks'),
        firstOrder: describe(
          number.optional(),
          "First-order Sobol' index from these runs by bins of the input (Plischke); from 20 runs",
        ),
        firstOrderInterval: describe(
          interval.optional(),
          'Its interval (95 %, or `statistics.confidence`): holds the sampling errors of the bins, and what differences between neighbours of the input show beyond them',
        ),
      }),
    ),
    'Inputs that vary; a number is absent where it can’t be computed',
  ),
  leftOut: describe(
    leftOut,
    'Inputs that are no numbers, or don’t vary: nothing here tells of them',
  ),
  r2: describe(number.optional(), 'Share of the variance that the linear regression explains'),
  rankR2: describe(number.optional(), 'The same of ranks'),
  quadratic: z
    .strictObject({
      r2: describe(number, 'Share of the variance explained'),
      q2: describe(
        number.optional(),
        'Share of the variance predicted for runs left out, one at a time; absent where a coefficient stands on one run alone',
      ),
      terms: describe(whole, 'How many coefficients there are'),
      sample: fitSample,
      scaling: z
        .array(
          z.strictObject({
            input: name,
            centre: describe(number, 'Middle of its range'),
            halfRange: describe(number, 'Half of its range'),
          }),
        )
        .optional()
        .meta({ description: 'Inputs are scaled: (value - centre) / half range. Up to 20 inputs' }),
      coefficients: z
        .array(
          z.strictObject({
            inputs: describe(z.array(name), 'None: the constant; one twice: its square'),
            coefficient: describe(number, 'Of the product of scaled inputs'),
            standardError: describe(number, 'Of the coefficient'),
          }),
        )
        .optional()
        .meta({ description: 'The equation. Up to 20 inputs' }),
      stationary: z
        .strictObject({
          kind: describe(z.enum(['minimum', 'maximum', 'saddle']), 'What it is there'),
          point: describe(z.record(z.string(), number), 'By input'),
          response: describe(number, 'Of the surface, at the point'),
          responseInterval: describe(
            interval.optional(),
            '95 % interval of a run at the point, by what the surface leaves of the runs',
          ),
          intervalDoubt: describe(
            z.string().optional(),
            'Why the interval may be too narrow, though the surface is good',
          ),
          isInside: describe(z.boolean(), 'Within the ranges of the runs'),
          eigenvalues: describe(
            z.array(number).readonly(),
            'How the surface bends along its axes, ascending, per half range squared',
          ),
          axes: describe(
            z.array(z.array(number).readonly()).readonly(),
            'Direction of each axis in half ranges, in the order of `scaling`',
          ),
        })
        .optional()
        .meta({
          description: 'Canonical analysis; absent where an input has two values only, or a ridge',
        }),
    })
    .optional()
    .meta({ description: 'A full quadratic response surface' }),
});
