/** The schema of the input of the reaper. */
import { z } from 'zod';
import type { ReaperActivities } from '../../src/run/reaper-contract.ts';
import { fields } from './input-schema.ts';
import type { InputSchemas } from './study-inputs.ts';

/** The table. */
export const reaperInputs: InputSchemas<ReaperActivities> = {
  reap: fields<Parameters<ReaperActivities['reap']>[0]>({ reason: z.enum(['start', 'schedule']) }),
};
