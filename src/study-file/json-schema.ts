import { z } from 'zod';
import { studySchema } from './study-schema.ts';

/** @returns the JSON Schema (draft 2020-12) of a study file, for editors; its shape only, not the later checks */
export function studyJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(studySchema, { io: 'input', target: 'draft-2020-12' });
}
