/** What the engine knows of one platform job before it exists, kept in the store as `jobs/<jobNumber>.json`. */
import { z } from 'zod';
import { failureReasonNames } from '../run/failure-reason.ts';
import type { SpecRun } from '../run/spec-run.ts';
import type { StudyFolder } from './store.ts';

/** Rendered in each run's folder: the run's inputs, for the marker. */
export const inputsTemplateName = 'doeflow-inputs.txt';

const storedFile = z.object({ name: z.string(), sha256: z.string() });
const reason = z.enum(failureReasonNames);

/** Shape of `jobs/<jobNumber>.json`. */
export const jobSpecSchema = z.object({
  jobNumber: z.number().int(),
  jobName: z.string(),
  /** Bare words of the name by which a list is searched. */
  searchTag: z.string(),
  jobTag: z.string(),
  attemptKey: z.string(),
  /** What the platform must expect. */
  expectedRuns: z.number().int(),
  /** Study runs in the order of the platform's run numbers 1.. : a range, or a list for a partial job. */
  runs: z.union([
    z.object({ first: z.number().int(), last: z.number().int() }),
    z.array(
      z.object({
        run: z.number().int(),
        /** 1 for the first try. */
        attempt: z.number().int(),
        /** Why the latest attempt failed. */
        reason: reason.optional(),
        /** Failed attempts so far, by cause. */
        spent: z.record(z.string(), z.number().int()),
      }),
    ),
  ]),
  inputsTemplate: storedFile,
  files: z.array(storedFile.extend({ role: z.enum(['param', 'case']) })),
});

export type JobSpec = z.output<typeof jobSpecSchema>;

/** The job's runs in the platform's order. */
export function specRuns(spec: Pick<JobSpec, 'runs'>): SpecRun[] {
  const { runs } = spec;
  if (Array.isArray(runs)) return runs.map((run, index) => ({ platformRun: index + 1, ...run }));
  return Array.from({ length: runs.last - runs.first + 1 }, (_, index) => ({
    platformRun: index + 1,
    run: runs.first + index,
    attempt: 1,
    spent: {},
  }));
}

/** Name of job `jobNumber`'s spec inside the study's folder. */
export function jobSpecName(jobNumber: number): string {
  return `jobs/${jobNumber}.json`;
}

/** The spec of job `jobNumber`. @throws when it was never prepared. */
export function readJobSpec(folder: StudyFolder, jobNumber: number): Promise<JobSpec> {
  return folder.readJson(jobSpecName(jobNumber), jobSpecSchema);
}
