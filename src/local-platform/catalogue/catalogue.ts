import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { analysisEntrySchema, coreTypeEntrySchema } from './catalogue-entries.ts';
import { defaultCatalogue } from './default-catalogue.ts';
import { defaultWorkspace } from './default-workspace.ts';

// A word that isn't known, such as `options`, would give a field that takes nothing.
const definition = z.strictObject({
  name: z.string().min(1),
  valueType: z.enum(['text', 'number', 'select', 'date', 'file', 'user']),
  enumOptions: z.array(z.string()).default([]),
  allowOther: z.boolean().default(false),
  placeholder: z.string().default(''),
  helpText: z.string().default(''),
  isMultiple: z.boolean().default(false),
  isRequired: z.boolean().default(false),
});
const definitions = z.partialRecord(z.enum(['Context', 'Inputs', 'Findings']), z.array(definition));

/** Who uses this platform and what their workspace asks of jobs. */
const workspaceSchema = z.object({
  owner: z.string(),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  userId: z.string(),
  companyCode: z.string(),
  companyName: z.string().default(''),
  workspaceId: z.string(),
  /** E-mail addresses of the same organisation, with whom a job may be shared. */
  members: z.array(z.string()).default([]),
  projects: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  customFields: z
    .object({
      isEnabled: z.boolean().default(true),
      compute: definitions.default({}),
      workstation: definitions.default({}),
    })
    .default({ isEnabled: true, compute: {}, workstation: {} }),
});

const catalogueSchema = z.object({
  coreTypes: z.array(coreTypeEntrySchema).min(1),
  coreClasses: z
    .array(
      z.object({
        code: z.string(),
        acronym: z.string(),
        coreTypes: z.array(z.string()).min(1),
      }),
    )
    .default([]),
  analyses: z.array(analysisEntrySchema).min(1),
  workspace: workspaceSchema.default(() => workspaceSchema.parse(defaultWorkspace)),
});

/** What this platform offers: hardware, software, and the workspace of its one user. */
export type Catalogue = z.output<typeof catalogueSchema>;
export type Workspace = Catalogue['workspace'];

/**
 * The catalogue in a YAML or JSON file of the user's, or the built-in one.
 *
 * @throws UsageError `USAGE_PLATFORM` naming the file and the first entry that isn't as it should be.
 */
export function readCatalogue(file: string | undefined): Catalogue {
  const name = file ?? 'the built-in data';
  const result = catalogueSchema.safeParse(file === undefined ? defaultCatalogue : readFile(file));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') || 'its top';
  throw unusable(name, `mistake at ${place}: ${issue?.message ?? ''}`);
}

function readFile(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error));
  }
}

function unusable(name: string, why: string): UsageError {
  return new UsageError('USAGE_PLATFORM', `The catalogue ${name} can't be used: ${why}`, {
    hint: 'The fields are those of the platform’s lists of core types and analyses.',
  });
}
