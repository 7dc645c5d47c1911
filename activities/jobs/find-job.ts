import { layout } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';

/** Platform jobs that carry job `jobNumber`'s whole name: first the one whose id the store keeps, as it alone may have been submitted, then the others, oldest first. */
export async function findJob(
  { platform, store }: ActivityDependencies,
  { studyId, jobNumber }: { readonly studyId: string; readonly jobNumber: number },
  { signal }: ActivityRun,
): Promise<{ jobIds: string[] }> {
  const folder = store.study(studyId);
  const spec = await readPreparedSpec(store, { studyId, jobNumber });
  const kept = await folder.find(layout.platformJob(jobNumber));
  const jobs = await platform.jobs.findByExactName(spec.jobTag, spec.jobName, { signal });
  const ids = jobs.map((job) => job.id);
  return { jobIds: [...new Set(kept === undefined ? ids : [kept.jobId, ...ids])] };
}
