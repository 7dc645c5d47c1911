import type { PlatformDatabase } from './connection.ts';

/** A custom field as the platform keeps it. */
export interface FieldDefinition {
  readonly name: string;
  readonly valueType: 'text' | 'number' | 'select' | 'date' | 'file' | 'user';
  readonly enumOptions: readonly string[];
  readonly allowOther: boolean;
  readonly placeholder: string;
  readonly helpText: string;
  readonly isMultiple: boolean;
  readonly isRequired: boolean;
  readonly section: 'Context' | 'Inputs' | 'Findings';
  readonly originatingWorkspace: string | null;
}

/** A field of a job with its value; null when unset. */
export interface FieldRow {
  readonly definition: FieldDefinition;
  readonly value: unknown;
  readonly user: string | null;
}

/** Gives a job a field, or changes the definition of one that it has; the value stays. Call it inside a write. */
export function assignField(
  database: PlatformDatabase,
  jobId: string,
  definition: FieldDefinition,
): void {
  database.run(
    `INSERT INTO custom_fields (job_id, name, position, definition)
     VALUES (?, ?, (SELECT count(*) FROM custom_fields WHERE job_id = ?), ?)
     ON CONFLICT (job_id, name) DO UPDATE SET definition = excluded.definition`,
    ...[jobId, definition.name, jobId, JSON.stringify(definition)],
  );
}

/** Sets a field's value; null clears it. Call it inside a write. */
export function writeField(
  database: PlatformDatabase,
  jobId: string,
  name: string,
  value: unknown,
  user: string,
): void {
  const stored = value === null ? null : JSON.stringify(value);
  database.run(
    'UPDATE custom_fields SET value = ?, user = ? WHERE job_id = ? AND name = ?',
    ...[stored, value === null ? null : user, jobId, name],
  );
}

/** A job's fields in the order of their assignment. */
export function customFieldsOf(database: PlatformDatabase, jobId: string): readonly FieldRow[] {
  return database
    .all('SELECT * FROM custom_fields WHERE job_id = ? ORDER BY position', jobId)
    .map((row) => ({
      definition: JSON.parse(String(row['definition'])) as FieldDefinition,
      value: row['value'] === null ? null : (JSON.parse(String(row['value'])) as unknown),
      user: row['user'] === null ? null : String(row['user']),
    }));
}
