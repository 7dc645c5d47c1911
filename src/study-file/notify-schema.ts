/** Shape of `notify`. */
import { z } from 'zod';
import { studyEvents, type NotifyChoice } from '../run/study-events.ts';

const names = z
  .array(z.string().regex(/^[A-Za-z0-9_-]+$/u))
  .min(1)
  .max(20)
  .meta({ description: 'Targets by their names in the profile file' });

/** `notify` as written. */
export const notifySchema = z
  .union([
    names,
    z.strictObject({
      to: names,
      on: z
        .array(z.enum(studyEvents))
        .min(1)
        .optional()
        .meta({ description: 'Of what they are told. Default: of all' }),
    }),
  ])
  .meta({
    description: 'Who is told how the study goes; what stands behind a name is not said here',
  });

/** `notify` as written, checked in shape. */
export type WrittenNotify = z.infer<typeof notifySchema>;

/** @returns the choice with its default filled in, each name once */
export function buildNotify(written: WrittenNotify): NotifyChoice {
  const { to, on = studyEvents } = 'to' in written ? written : { to: written };
  return { to: [...new Set(to)], on: [...new Set(on)] };
}
