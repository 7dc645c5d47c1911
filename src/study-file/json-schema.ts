import { z } from 'zod';
import { methodFields } from './design-schema.ts';
import { studySchema } from './study-schema.ts';

/** Name of the JSON Schema beside a study file. */
export const schemaFileName = 'study.schema.json';

/** First line of a study file, by which editors find its JSON Schema: without a network, on any machine. */
export const schemaLine = `# yaml-language-server: $schema=./${schemaFileName}`;

/** @returns the JSON Schema (draft 2020-12) of a study file, for editors; its shape only, not the later checks */
export function studyJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(studySchema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      // What `design` takes beyond its own fields depends on the method, which is checked later.
      if (zodSchema !== studySchema.shape.design.unwrap()) return;
      jsonSchema.properties = { ...methodFields, ...jsonSchema.properties };
      jsonSchema.additionalProperties = false;
    },
  });
}

/** The text of the file of that name. */
export function schemaFileText(): string {
  return `${JSON.stringify(studyJsonSchema(), null, 1)}\n`;
}
