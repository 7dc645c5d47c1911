import { z } from 'zod';
import { customFieldValueSchema } from './custom-field.ts';
import { fileReferenceSchema, fileSchema } from './file.ts';
import { jobAnalysisRequestSchema, jobAnalysisSchema } from './job-analysis.ts';
import { jobVariableRequestSchema, jobVariableSchema } from './job-variable.ts';
import { identifier, informative, listOf } from './primitives.ts';

/** How urgently a job gets its hardware: on demand priority, on demand economy, on demand reserved. */
export const billingPriorities = ['INSTANT', 'ON_DEMAND', 'RESERVED'] as const;

const resourceFilter = z.record(z.string(), z.unknown());
const namelessFile = fileSchema.partial({ name: true });

/** The full record of a job (get and create). It has no status: read the statuses. */
export const jobSchema = z.object({
  id: identifier,
  name: z.string(),
  owner: informative(z.string()),
  dateInserted: informative(z.string()),
  jobanalyses: listOf(jobAnalysisSchema),
  jobvariables: listOf(jobVariableSchema),
  paramFile: informative(namelessFile),
  caseFile: informative(namelessFile),
  expectedRuns: z.number().int().nonnegative().nullish(),
  includeNominalRun: informative(z.boolean()),
  isTemplateDryRun: informative(z.boolean()),
  isLowPriority: informative(z.boolean()),
  billingPriorityValue: informative(z.string()),
  monteCarloIterations: informative(z.number().int()),
  optimizer: informative(z.record(z.string(), z.unknown())),
  projectId: informative(z.string()),
  resourceFilters: informative(z.array(resourceFilter)),
  archiveFilters: informative(z.array(z.string())),
  customFields: informative(z.record(z.string(), customFieldValueSchema)),
  userTags: informative(
    z.array(z.object({ name: z.string(), normalizedName: informative(z.string()) })),
  ),
  remoteVizConfig: informative(z.record(z.string(), z.unknown())),
  sshPort: informative(z.number().int()),
  autoTerminateCluster: informative(z.boolean()),
});

/** Body of create-job, v2 and v3. */
export const createJobRequestSchema = z.object({
  name: z.string().min(1),
  jobanalyses: z.array(jobAnalysisRequestSchema).min(1),
  jobvariables: z.array(jobVariableRequestSchema).nullable().optional(),
  paramFile: fileReferenceSchema.nullable().optional(),
  caseFile: fileReferenceSchema.nullable().optional(),
  resourceFilters: z.array(resourceFilter).nullable().optional(),
  isTemplateDryRun: z.boolean().optional(),
  includeNominalRun: z.boolean().optional(),
  monteCarloIterations: z.number().int().positive().nullable().optional(),
  billingPriorityValue: z.enum(billingPriorities).nullable().optional(),
  isLowPriority: z.boolean().optional(),
  projectId: z.string().nullable().optional(),
  /** Not described by the platform; only null is known to work. */
  optimizer: z.unknown().optional(),
});

const statusLabel = z.object({
  content: z.string(),
  labelClass: informative(z.string()),
  useLabel: informative(z.boolean()),
});

/** One row of the list of jobs. `storage` is bytes. */
export const jobListItemSchema = z.object({
  id: identifier,
  name: z.string(),
  owner: informative(z.string()),
  dateInserted: informative(z.string()),
  analysisNames: informative(z.array(z.string())),
  jobStatus: statusLabel.nullish(),
  clusterStatusDisplay: informative(statusLabel),
  sharedWith: informative(z.array(z.string())),
  isVisible: informative(z.boolean()),
  storage: informative(z.number()),
});

/** Answer of PUT and PATCH. */
export const jobSummarySchema = z.object({
  id: identifier,
  isLowPriority: informative(z.boolean()),
  name: informative(z.string()),
});

/** Answer of share. */
export const shareSchema = z.object({
  recipient: informative(z.string()),
  supportDesk: informative(z.record(z.string(), z.unknown())),
});

export type Job = z.output<typeof jobSchema>;
export type CreateJobRequest = z.input<typeof createJobRequestSchema>;
export type JobListItem = z.output<typeof jobListItemSchema>;
export type JobSummary = z.output<typeof jobSummarySchema>;
export type Share = z.output<typeof shareSchema>;
