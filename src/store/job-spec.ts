import type { SpecRun } from '../run/spec-run.ts';
import { layout } from './layout.ts';
import type { JobSpec } from './schemas/job-spec.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** The spec of job `jobNumber`. @throws when it was never prepared. */
export function readJobSpec(folder: DocumentFolder, jobNumber: number): Promise<JobSpec> {
  return folder.read(layout.jobSpec(jobNumber));
}

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
