import type { PlatformDatabase } from '../database/connection.ts';
import { customFieldsOf } from '../database/custom-field-store.ts';

/** A job's custom field values, keyed by field name. */
export function presentCustomFields(
  database: PlatformDatabase,
  jobId: string,
): Record<string, unknown> {
  // A field may be called like a property of every object: define, don't assign.
  return Object.fromEntries(
    customFieldsOf(database, jobId).map(({ definition, value, user }) => [
      definition.name,
      { meta: definition, user, value },
    ]),
  );
}
