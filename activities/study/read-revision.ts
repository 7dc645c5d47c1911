import type { ReadRevision, RevisionTarget } from '../../src/run/activity-contract.ts';
import { describeChange, layout } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** How many changed files a note names. */
const shown = 5;

/** The files of a revision that are sent to the platform, and what it changed. */
export async function readRevision(
  { store, studyCache }: ActivityDependencies,
  { studyId, revision }: Required<RevisionTarget>,
  _run: ActivityRun,
): Promise<ReadRevision> {
  const { uploads } = await studyCache.get(studyId, revision);
  const { createdAt, changes } = await store.study(studyId).read(layout.revision(revision));
  const more = changes.length > shown ? `, and ${changes.length - shown} more` : '';
  const files = changes.slice(0, shown).map(describeChange).join(', ');
  return {
    files: uploads.map(({ name }) => name),
    note: `Since ${createdAt}, what is started runs with revision ${revision} of the study's files: ${files}${more}. Runs that have ended keep theirs`,
  };
}
