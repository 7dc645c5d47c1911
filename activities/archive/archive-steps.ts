/** The activities of archive passes, before they are bound to what they work with. */
import type { ArchiveActivities } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { archiveJobs } from './archive-jobs.ts';
import { archiveStudy } from './archive-study.ts';
import { closePass } from './close-pass.ts';
import { deleteJobs } from './delete-jobs.ts';
import { openPass } from './open-pass.ts';
import { planDeletions } from './plan-deletions.ts';
import { proveJobs } from './prove-jobs.ts';
import { recordDecision } from './record-decision.ts';
import { selectJobs } from './select-jobs.ts';

/** Each is held back while the worker doesn't speak to the archive's own platform. A missing one doesn't compile. */
export const archiveSteps: {
  readonly [Name in keyof ArchiveActivities]: (
    dependencies: ActivityDependencies,
    input: Parameters<ArchiveActivities[Name]>[0],
    run: ActivityRun,
  ) => ReturnType<ArchiveActivities[Name]>;
} = {
  openPass,
  selectJobs,
  archiveJobs,
  proveJobs,
  archiveStudy,
  planDeletions,
  deleteJobs,
  recordDecision,
  closePass,
};
