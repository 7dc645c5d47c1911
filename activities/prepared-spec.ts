import type { JobTarget } from '../src/run/activity-contract.ts';
import {
  layout,
  olderStore,
  readJobSpec,
  wasRestored,
  type JobSpec,
  type Store,
} from '../src/store/index.ts';

/**
 * The spec of a job that an earlier step has prepared.
 * @throws StorageError STORAGE_OLDER, which heals, where the store has lost it. Of a store that a person said is all that is left it is missing for good: the
 * job is taken over, and prepared anew
 */
export async function readPreparedSpec(
  store: Store,
  { studyId, jobNumber }: JobTarget,
): Promise<JobSpec> {
  const folder = store.study(studyId);
  const spec = await folder.find(layout.jobSpec(jobNumber));
  if (spec !== undefined) return spec;
  if (await wasRestored(store)) return readJobSpec(folder, jobNumber);
  throw olderStore(`what job ${jobNumber} of study ${studyId} was prepared to run`);
}
