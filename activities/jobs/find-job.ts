import { readJobSpec } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Platform jobs that carry job `jobNumber`'s whole name, oldest first: normally none or one. */
export async function findJob(
  { platform, store }: ActivityDependencies,
  { studyId, jobNumber }: { readonly studyId: string; readonly jobNumber: number },
  { signal }: ActivityRun,
): Promise<{ jobIds: string[] }> {
  const spec = await readJobSpec(store.study(studyId), jobNumber);
  const jobs = await platform.jobs.findByExactName(spec.jobTag, spec.jobName, { signal });
  return { jobIds: jobs.map((job) => job.id) };
}
