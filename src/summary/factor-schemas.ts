/** Shapes of what `summary.json` says of inputs at few levels. */
import { z } from 'zod';
import { describe, name, number, whole } from './schema-words.ts';

const sumOfSquares = 'absent where it is beyond the largest or smallest number';

const squares = z.strictObject({
  freedom: describe(whole, 'Degrees of freedom'),
  sumOfSquares: describe(number.optional(), `Sum of squares; ${sumOfSquares}`),
});

/** Analysis of variance. */
export const anovaSchema = z.strictObject({
  response: name,
  runs: describe(whole, 'Runs used'),
  terms: describe(
    z.array(
      z.strictObject({
        inputs: describe(
          z.array(name),
          'One input, or two for their interaction; of a curvature, all that the centre points are in the middle of',
        ),
        isCurvature: describe(z.literal(true).optional(), 'Centre points less the others'),
        freedom: describe(whole, 'Degrees of freedom'),
        sumOfSquares: describe(number.optional(), `Of type II; ${sumOfSquares}`),
        share: describe(number, 'Of the total sum of squares'),
        f: describe(number.optional(), 'Mean square over that of the residual'),
        pValue: describe(number.optional(), 'Probability of an F at least as large by chance'),
      }),
    ),
    'Main effects, the curvature where there are centre points, then interactions of two',
  ),
  residual: describe(squares, 'What the terms leave'),
  total: describe(squares, 'About the mean'),
  blocks: describe(
    squares.extend({ share: describe(number, 'Of the total sum of squares') }).optional(),
    'What differs between the blocks of the design, before all terms; absent without blocks',
  ),
  aliased: describe(
    z.array(z.tuple([name, name]).readonly()),
    'Interactions that can’t be separated from the terms above with these runs',
  ),
  pooledCount: describe(whole, 'How many interactions the residual holds'),
  pooled: describe(
    z.array(z.tuple([name, name]).readonly()),
    'The first hundred of them: no runs would be left to measure the error, or they are too many to try',
  ),
});

/** Effects of two-level factors. */
export const factorialSchema = z.strictObject({
  response: name,
  textLevels: describe(
    z
      .array(
        z.strictObject({
          input: name,
          low: describe(z.string(), 'The first in the study’s list; without one, of the alphabet'),
          high: describe(z.string(), 'The other one'),
        }),
      )
      .optional(),
    'Which text an effect goes from, and which one to; absent where all inputs are numbers',
  ),
  effects: describe(
    z.array(
      z.strictObject({
        inputs: describe(z.array(name), 'One input, or two for their interaction'),
        aliases: describe(
          z.array(
            z.strictObject({
              inputs: describe(z.array(name), 'One input, or two for their interaction'),
              sign: describe(z.union([z.literal(1), z.literal(-1)]), 'Added to or taken from it'),
            }),
          ),
          'What these runs can’t tell from it: the effect is that of the whole chain',
        ),
        partialAliases: z
          .strictObject({
            count: describe(whole, 'How many'),
            largest: describe(
              z.array(
                z.strictObject({
                  inputs: describe(z.array(name), 'Two inputs'),
                  share: describe(number, '1 or -1 of one that the runs can’t tell from it at all'),
                }),
              ),
              'The largest ten',
            ),
          })
          .optional()
          .meta({
            description: 'Interactions of which a share stands in it, as they are in no term',
          }),
        effect: describe(number, 'Mean at the high level less mean at the low one, by regression'),
        standardError: describe(number.optional(), 'With runs beyond the number of effects'),
        pValue: describe(number.optional(), 'Probability of an effect at least as large by chance'),
        halfNormal: describe(
          number,
          'Where a half-normal plot has the size of the effect; effects that do nothing lie on a line through 0',
        ),
      }),
    ),
    'Main effects, then interactions of two where each is alone or the alias of another',
  ),
  curvature: z
    .strictObject({
      estimate: describe(number, 'Mean of the other runs less that of the centre points'),
      standardError: describe(number.optional(), 'With runs beyond the number of effects'),
      pValue: describe(number.optional(), 'Probability of one at least as large by chance'),
    })
    .optional()
    .meta({ description: 'Where there are centre points' }),
  marginOfError: describe(
    number.optional(),
    'A larger effect is no chance, with 95 % each, by the largest standard error; absent where no run measures it',
  ),
  higher: describe(
    z
      .array(
        z.strictObject({
          inputs: describe(z.array(name), 'The shortest of the products that it is'),
          effect: describe(
            number,
            'Mean where the product is positive less mean where it is negative',
          ),
          halfNormal: describe(number, 'Its place on the same half-normal plot'),
        }),
      )
      .optional(),
    'Contrasts of three inputs and more, which the error is made of: the half-normal plot of runs that stand once each has them all',
  ),
  lenth: z
    .strictObject({
      pseudoStandardError: describe(number, 'Of an effect, where most effects do nothing'),
      marginOfError: describe(number, 'A larger effect is no chance, with 95 % each'),
      simultaneousMargin: describe(number, 'A larger one is no chance, with 95 % for all together'),
    })
    .optional()
    .meta({
      description:
        'Lenth’s error, from all contrasts of the runs (three at least), the higher ones among them; absent where not all are known',
    }),
});
