import type { RenewSharedInput } from '../../src/run/activity-contract.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import type { SharedAnew } from '../../src/run/plan-summary.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { describeSharing, renewSharing } from './renew-sharing.ts';

/** Looks once more for the planned runs that no job of the study has: others may have run, or claimed, them while it was paused. */
export async function renewSharedRuns(
  dependencies: ActivityDependencies,
  { studyId, revision = firstRevision, inFlight }: RenewSharedInput,
  _run: ActivityRun,
): Promise<SharedAnew> {
  await renewSharing(dependencies, { studyId, revision, inFlight, isAgain: true });
  return describeSharing(dependencies, studyId);
}
