import { readJobSpec } from '../../src/results/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Platform jobs that carry job `k`'s whole name, oldest first: normally none or one. */
export async function findJob(
  { platform, store }: ActivityDependencies,
  { studyId, k }: { readonly studyId: string; readonly k: number },
  { signal }: ActivityRun,
): Promise<{ jobIds: string[] }> {
  const spec = await readJobSpec(store.study(studyId), k);
  const jobs = await platform.jobs.findByExactName(spec.jobWord, spec.jobName, { signal });
  return { jobIds: jobs.map((job) => job.id) };
}
