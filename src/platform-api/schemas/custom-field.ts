import { z } from 'zod';
import { informative } from './primitives.ts';

/** The platform's sections of custom fields. */
export const customFieldSections = ['Context', 'Inputs', 'Findings'] as const;
export type CustomFieldSection = (typeof customFieldSections)[number];

/** The platform's types of a custom field's value. */
export const customFieldValueTypes = ['text', 'number', 'select', 'date', 'file', 'user'] as const;

/** What a custom field is: its name is also how its value is written. */
export const customFieldDefinitionSchema = z.object({
  name: z.string().min(1),
  valueType: z.string(),
  enumOptions: informative(z.array(z.string())),
  allowOther: informative(z.boolean()),
  placeholder: informative(z.string()),
  helpText: informative(z.string()),
  isMultiple: informative(z.boolean()),
  isRequired: informative(z.boolean()),
  section: informative(z.string()),
  originatingWorkspace: informative(z.string()),
});

const definitionsBySection = z.record(z.string(), z.array(customFieldDefinitionSchema));

/** A workspace's fields by job type (`compute`, `workstation`), then by section; only sections with a field appear. */
export const workspaceCustomFieldsSchema = z.object({
  fields: z.record(z.string(), definitionsBySection),
  isEnabled: informative(z.boolean()),
});

/** Fields assigned to a job, by section. */
export const assignedCustomFieldsSchema = z.object({ fields: definitionsBySection });

/** A field as a client assigns it to a job. */
export const customFieldRequestSchema = z.object({
  name: z.string().min(1),
  valueType: z.enum(customFieldValueTypes),
  enumOptions: z.array(z.string()).nullable().optional(),
  allowOther: z.boolean().nullable().optional(),
  placeholder: z.string().nullable().optional(),
  helpText: z.string().nullable().optional(),
  isMultiple: z.boolean().nullable().optional(),
  isRequired: z.boolean().nullable().optional(),
});

/** Request of `assigned`: every section is sent, possibly empty. */
export const assignCustomFieldsRequestSchema = z.object({
  fields: z.partialRecord(z.enum(customFieldSections), z.array(customFieldRequestSchema)),
});

/** A field's value on a job: null when unset, an array when the field is multiple; a date is `year/month/day`. */
export const customFieldValueSchema = z.object({
  meta: informative(customFieldDefinitionSchema),
  user: informative(z.string()),
  value: z.unknown(),
});

/** A job's values, keyed by field name. */
export const customFieldValuesSchema = z.record(z.string(), customFieldValueSchema);

/** What can be written: text, number, or an array of them for a multiple field; null clears. */
export type CustomFieldInput = string | number | readonly (string | number)[] | null;
export type CustomFieldDefinition = z.output<typeof customFieldDefinitionSchema>;
export type CustomFieldRequest = z.input<typeof customFieldRequestSchema>;
export type CustomFieldValue = z.output<typeof customFieldValueSchema>;
export type WorkspaceCustomFields = z.output<typeof workspaceCustomFieldsSchema>;
export type AssignedCustomFields = z.output<typeof assignedCustomFieldsSchema>;
