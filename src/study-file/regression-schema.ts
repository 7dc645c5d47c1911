/** Shape of `regression`. */
import { z } from 'zod';

const bound = z.number().min(0).optional();

/** `regression` as written. */
export const regressionSchema = z
  .strictObject({
    tolerances: z
      .record(
        z.string(),
        z.strictObject({
          abs: bound.meta({ description: 'Largest difference' }),
          rel: bound.meta({
            description: "Largest difference as a share of the reference's value",
          }),
        }),
      )
      .optional()
      .meta({ description: 'By response; the larger of the two bounds counts. Default: equal' }),
    ignore: z
      .array(z.string())
      .max(10_000)
      .optional()
      .meta({ description: 'Responses that may differ in any way, such as an elapsed time' }),
  })
  .meta({ description: 'How far the results of a recurring study may move before that is told' });

/** `regression` as written, checked in shape. */
export type WrittenRegression = z.infer<typeof regressionSchema>;
