/** Shape of the statistics in `summary.json`, each field with what it means. Strict: no other fields are allowed. */
import { z } from 'zod';
import { estimatorNames } from '../analysis/index.ts';
import { anovaSchema, factorialSchema } from './factor-schemas.ts';
import { responseMomentsSchema, responseSensitivitySchema } from './response-schemas.ts';
import { chaosSchema, morrisSchema, sobolSchema } from './structure-schemas.ts';
import {
  describe,
  fitSample,
  interval,
  mean,
  name,
  number,
  standardDeviation,
  whole,
} from './schema-words.ts';

const correlationsSchema = z.array(
  z.strictObject({ first: name, second: name, value: describe(number, '-1 .. 1') }),
);

const byResponse = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

/** The statistics of a study as `statistics.json` keeps them. */
export const statisticsSchema = z.strictObject({
  runs: z.strictObject({
    total: describe(whole, 'Runs of the table'),
    accepted: describe(whole, 'Runs that are done and count'),
  }),
  moments: describe(byResponse(responseMomentsSchema), 'By response, over the accepted runs'),
  correlations: describe(
    z.strictObject({
      pearson: describe(
        correlationsSchema,
        'Of every pair of numeric columns; constant ones have none',
      ),
      spearman: describe(correlationsSchema, 'The same of ranks; ties share their average'),
    }),
    'Of inputs and responses, over the accepted runs',
  ),
  sensitivity: describe(
    z.array(responseSensitivitySchema),
    'How each response follows from the numeric inputs, whatever the design',
  ),
  levelMeans: describe(
    z.array(
      z.strictObject({
        input: name,
        response: name,
        levels: describe(
          z.array(
            z.strictObject({
              level: describe(z.union([z.number(), z.string()]), 'Value of the input'),
              count: describe(whole, 'Runs'),
              mean,
              standardDeviation,
            }),
          ),
          'In order of appearance',
        ),
      }),
    ),
    'Main effects: mean response at each level of an input with at most twelve values, whatever the values of the other inputs',
  ),
  anova: describe(
    z.array(anovaSchema).optional(),
    'Where every input that varies takes at most 20 values, but for Morris, Saltelli and one-at-a-time designs',
  ),
  factorialEffects: describe(
    z.array(factorialSchema).optional(),
    'Where every input that varies takes two values, beside centre points',
  ),
  sobol: describe(z.array(sobolSchema).optional(), "Sobol' indices of a `saltelli` design"),
  morris: describe(z.array(morrisSchema).optional(), 'Elementary effects of a `morris` design'),
  polynomialChaos: describe(
    z.array(chaosSchema).optional(),
    'Polynomial chaos by regression, where every drawn input has a distribution (not in a `table` design)',
  ),
  paretoFront: describe(
    z.array(whole).optional(),
    'Numbers of the runs that keep all constraints and that no other such run beats in all objectives; with at least two objectives',
  ),
  frontRuns: describe(
    whole.optional(),
    'Accepted runs with all objectives that keep all constraints: the front is theirs',
  ),
  hypervolume: z
    .strictObject({
      value: describe(number, 'The volume'),
      reference: describe(
        z.record(z.string(), z.number()),
        'Worst value of each objective in the runs that keep all constraints: where the volume is measured from',
      ),
    })
    .optional()
    .meta({ description: 'Volume of objectives between the front and the reference point' }),
  convergence: describe(
    byResponse(
      z.array(
        z.strictObject({
          runs: describe(whole, 'Finite values so far: 1, 2, 5, 10, … in the order of the runs'),
          mean,
          standardDeviation,
          halfWidth: describe(
            number.optional(),
            'Of the 95 % interval of the mean; absent where all values so far are equal',
          ),
          interval: interval.optional().meta({
            description:
              'Of a constraint, in place of the half width: 95 % interval of the share of runs that keep it (Clopper and Pearson)',
          }),
        }),
      ),
    ),
    'The mean of each response after more and more runs',
  ),
  failureBias: describe(
    z.array(
      z.strictObject({
        input: name,
        level: describe(
          z.string().optional(),
          'The value in question of an input that holds texts',
        ),
        responses: describe(
          z.array(name).readonly().optional(),
          'Responses whose missing values in runs that count are meant; absent: failed runs',
        ),
        side: describe(
          z.enum(['low', 'high', 'middle', 'ends', 'between']),
          'Where the failed runs lie; `high` of a text: where it is taken; `ends`: both; `between`: in a stretch',
        ),
        share: describe(
          number,
          'Probability that a failed run has the larger value than an accepted one, of `middle` and `ends` that it is farther from the middle rank; 0.5 = no relation. Of `between` the largest difference between the shares of both up to a value',
        ),
        pValue: describe(
          number,
          'Of the rank-sum test, of that of distances from the middle (Ansari and Bradley), or of Kolmogorov and Smirnov’s',
        ),
        range: interval.optional().meta({
          description: 'Of `middle` and `between`: where four fifths of the failed runs lie',
        }),
        and: z
          .strictObject({ input: name, side: describe(z.enum(['low', 'high']), 'Where in it') })
          .optional()
          .meta({ description: 'The other input, where failures lie in a corner of two' }),
      }),
    ),
    'Inputs that failures, or missing values of an output that isn’t required, go together with, at 1 % over all inputs and tests together; where none by itself, a corner of two, at 1 % over all corners',
  ),
  estimators: describe(
    z.array(
      z.strictObject({
        estimator: describe(
          z.enum(estimatorNames),
          'Field of this document that holds the results; `levels` are those of `moments`, `firstOrder` and `quadratic` those of `sensitivity`',
        ),
        response: name,
        case: describe(whole.optional(), 'From 1, where the study has several cases'),
        needs: describe(
          z.enum(['each run', 'a block of runs', 'two runs of a step', 'all runs']),
          'The runs that it can only use together',
        ),
        planned: describe(whole, 'How many of those the design has'),
        used: describe(whole, 'How many of those are complete'),
        sample: fitSample,
        trust: describe(z.enum(['good', 'limited', 'none']), '`none`: there is no result'),
        reasons: describe(z.array(z.string()), 'Why not `good`, in sentences'),
      }),
    ),
    'How far each result can be trusted, and why',
  ),
  warnings: describe(z.array(z.string()), 'Which results are unreliable and why, in sentences'),
  runsToRepeat: describe(
    z.array(whole),
    "Missing runs that the design's own estimators need: `doeflow retry STUDY --failed` repeats them",
  ),
});
