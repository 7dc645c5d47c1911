import type { StudyFolder } from '../../src/results/index.ts';
import { jobSpecSchema, type JobSpec } from './job-spec.ts';

/** Name of job `k`'s spec inside the study's folder. */
export function jobSpecName(k: number): string {
  return `jobs/${k}.json`;
}

/** Name of the choice of runs that a retry makes for job `k`. */
export function retryName(k: number): string {
  return `jobs/${k}-retry.json`;
}

/** The spec of job `k`. @throws when it was never prepared. */
export function readJobSpec(folder: StudyFolder, k: number): Promise<JobSpec> {
  return folder.readJson(jobSpecName(k), jobSpecSchema);
}
