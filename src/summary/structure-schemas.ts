/** Shapes of what `summary.json` says by estimators that know the design. */
import { z } from 'zod';
import {
  describe,
  fitSample,
  interval,
  leftOut,
  mean,
  name,
  number,
  whole,
} from './schema-words.ts';

const caseNumber = describe(whole.optional(), 'From 1, where the study has several cases');

const indexSchema = z.strictObject({
  value: describe(number, 'Share of the variance'),
  halfWidth: describe(
    number.optional(),
    'Of the confidence interval, by the scatter of the scramblings; where there is one, by a bootstrap, with five inputs or more three times as wide',
  ),
  blocks: describe(whole, 'Blocks that had every run it needs'),
});

/** Sobol' indices from Saltelli blocks. */
export const sobolSchema = z.strictObject({
  response: name,
  case: caseNumber,
  blocks: describe(whole, 'Blocks of the design'),
  scramblings: describe(
    whole.optional(),
    'Independent scramblings of the sequence that the blocks are of; absent for one',
  ),
  baseSamples: describe(
    whole.optional(),
    'Base samples that the blocks are of, where they are run several times',
  ),
  indices: describe(
    z.array(
      z.strictObject({
        variable: name,
        first: indexSchema.optional().meta({ description: 'Share of the variance by it alone' }),
        total: indexSchema.optional().meta({ description: 'With all its interactions' }),
      }),
    ),
    'By variable; absent with fewer than two complete blocks',
  ),
  second: describe(
    z.array(
      z.strictObject({
        variables: z.tuple([name, name]).readonly().meta({ description: 'The two' }),
        index: describe(indexSchema, 'Of both together'),
      }),
    ),
    'Two variables together beyond each alone; with `secondOrder: true`',
  ),
});

/** Elementary effects. */
export const morrisSchema = z.strictObject({
  response: name,
  case: caseNumber,
  inputs: describe(whole, 'Inputs that were varied'),
  effects: describe(
    z.array(
      z.strictObject({
        variable: name,
        mu: describe(
          number,
          'Mean effect over the whole range of the variable, by the changes really made',
        ),
        muStar: describe(number, 'Mean absolute effect: how much it matters'),
        muStarInterval: describe(
          interval.optional(),
          'Of mu*, by Student over the trajectories (95 %, or `statistics.confidence`), not below 0; wider upwards where the input showed nothing and others act in few places; from two effects',
        ),
        unseenShare: describe(
          number.optional(),
          'All effects are equal, such as 0: with the confidence of the interval, others are in less than this share of the places where trajectories may start (0.26 of ten)',
        ),
        sigma: describe(
          number.optional(),
          'Spread: nonlinear or interacting where large beside mu*',
        ),
        count: describe(whole, 'Effects used'),
        unmoved: describe(
          whole.optional(),
          'Steps among them on which rounding, levels or weights left the variable where it was: effects of 0',
        ),
        categorical: z.literal(true).optional().meta({
          description:
            'The variable holds texts: its effects are changes of the response from one text to another',
        }),
      }),
    ),
    'By variable',
  ),
});

/** Polynomial chaos. */
export const chaosSchema = z.strictObject({
  response: name,
  case: caseNumber,
  runs: describe(whole, 'Runs used'),
  sample: fitSample,
  degree: describe(whole, 'Of the set that terms were chosen from'),
  candidates: describe(whole, 'Terms of that set'),
  inputs: describe(z.array(name), 'In the order of `degrees`'),
  families: describe(
    z.array(z.enum(['Legendre', 'Hermite', 'discrete', 'own'])),
    'Orthonormal polynomials of each input: Legendre of Uniform, Hermite of Normal and of the logarithm of LogNormal, discrete of levels and of rounded values (`integer`, `format`) under their probabilities; of any other distribution its own, or, where its upper tail is open and that predicts better, Hermite of its normal score',
  ),
  terms: describe(
    z.array(
      z.strictObject({
        degrees: describe(z.array(whole), 'Of the polynomial of each input'),
        coefficient: describe(number, 'Its square is the term’s share of variance'),
      }),
    ),
    'The 200 largest by coefficient',
  ),
  r2: describe(number, 'Share of the variance explained'),
  q2: describe(number, '1 less the leave-one-out error as a share of the variance'),
  mean: describe(mean, 'Of the expansion'),
  standardDeviation: describe(number, 'Of the expansion'),
  leftOut: describe(
    leftOut,
    'Inputs that have one value in the runs: results are of the response there',
  ),
  indices: z
    .array(
      z.strictObject({
        input: name,
        first: describe(number, 'Share of the variance by it alone'),
        total: describe(number, 'With all its interactions'),
        firstInterval: describe(
          interval.optional(),
          'Confidence interval by a bootstrap of the fit; holds what the error of the expansion could do, also where few runs are',
        ),
        totalInterval: describe(interval.optional(), 'The same with all its interactions'),
      }),
    )
    .optional()
    .meta({ description: "Sobol' indices; absent where inputs depend on each other" }),
  second: z
    .array(
      z.strictObject({
        inputs: z.tuple([name, name]).readonly().meta({ description: 'The two' }),
        value: describe(number, 'Share of the variance'),
      }),
    )
    .optional()
    .meta({ description: 'Of two inputs together beyond each alone, largest first' }),
  levels: z
    .array(
      z.strictObject({
        response: describe(number, 'The level'),
        probability: describe(number, 'Share of the expansion’s values of at most the level'),
        exceedance: describe(number, 'Share above it'),
        probabilityInterval: describe(
          interval,
          'Of the probability, by a bootstrap of the fit and its errors on runs left out, by other fits that the runs allow, and with the error of the integration',
        ),
      }),
    )
    .optional()
    .meta({
      description:
        'Of `statistics.levels`, from 131,072 points of the expansion: for probabilities too small for the runs. Only those that the fit supports',
    }),
  levelsLeftOut: z
    .array(
      z.strictObject({
        response: describe(number, 'The level'),
        reason: describe(
          z.string(),
          'What the expansion contradicts, or how open its errors leave the probability',
        ),
      }),
    )
    .optional()
    .meta({ description: 'Levels that the expansion gives no probability of' }),
});
