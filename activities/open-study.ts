/** A study that has ended is closed: nothing is done for it until a ticket of its owner starts it again. */
import { ApplicationFailure } from '@temporalio/common';
import type { StudyActivities } from '../src/run/activity-contract.ts';
import { layout, type Store } from '../src/store/index.ts';

/** What opens a study, what closes it, and what looks after a cluster that other studies may have borrowed, and ends it. */
const whateverItsState: ReadonlySet<string> = new Set([
  ...(['takeTicket', 'planStudy', 'closeStudy'] as const),
  ...(['findCluster', 'readCluster', 'watchCluster', 'shutdownCluster'] as const),
] satisfies readonly (keyof StudyActivities)[]);

/** @throws ApplicationFailure STUDY_ENDED, not retried, for an activity that only an open study needs */
export async function requireOpen(store: Store, activity: string, studyId: string): Promise<void> {
  if (whateverItsState.has(activity)) return;
  if (!(await store.study(studyId).has(layout.status))) return;
  throw ApplicationFailure.nonRetryable(
    `Study ${studyId} has ended, so ${activity} isn't done for it. To run failed runs again: doeflow retry ${studyId} --failed`,
    'STUDY_ENDED',
  );
}
