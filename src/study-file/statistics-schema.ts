/** Shape of `statistics`. */
import { z } from 'zod';

const numbers = z.array(z.number()).min(1).max(1000).optional();
const share = z.number().gt(0).lt(1);

/** `statistics` as written. */
export const statisticsSchema = z
  .strictObject({
    confidence: share.optional().meta({ description: 'Of every interval. Default: 0.95' }),
    coverage: share
      .optional()
      .meta({ description: 'Share of all values that tolerance limits bound. Default: 0.95' }),
    resamples: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({ description: "Bootstrap resamples of Sobol' indices; 0: none. Default: 100" }),
    chaosDegree: z
      .int()
      .min(1)
      .max(30)
      .optional()
      .meta({ description: 'Total degree of a full polynomial chaos. Default: terms are chosen' }),
    levels: z
      .record(
        z.string(),
        z.strictObject({
          response: numbers.meta({ description: 'Values of the response' }),
          probability: z
            .array(share)
            .min(1)
            .max(1000)
            .optional()
            .meta({ description: 'Probabilities of a value of at most the level' }),
          reliability: numbers.meta({
            description: 'Distances below the mean in standard deviations',
          }),
        }),
      )
      .optional()
      .meta({ description: 'Levels by response, each mapped to the other two kinds' }),
  })
  .meta({ description: 'What the statistics contain in addition to what they always contain' });

/** `statistics` as written, checked in shape. */
export type WrittenStatistics = z.infer<typeof statisticsSchema>;
